"""Keeps the model that a round ended with, whole and named by its hash."""

import contextlib
import hashlib
from collections.abc import Mapping

import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import Max
from safetensors.numpy import save

from federated.models import FederatedRound, SharedModel
from federated.selectors.shared_models import HEAD, SCALE, Arrays

__all__ = ["store_shared_model"]


def store_shared_model(
    *,
    round: FederatedRound,
    head: np.ndarray,
    scale: tuple[float, float, bool],
    moments: Mapping[str, np.ndarray],
) -> SharedModel:
    """Write the file, then the row; a full disk leaves neither."""
    federation = round.run.federation
    arrays: Arrays = {HEAD: head, SCALE: np.array(scale, np.float64), **moments}
    content = save(arrays)
    digest = hashlib.sha256(content).hexdigest()
    last = SharedModel.objects.filter(federation=federation).aggregate(last=Max("number"))["last"]
    number = (last or 0) + 1
    name = f"federation/{federation.pk}/{number}-{digest[:16]}.safetensors"
    return SharedModel.objects.create(
        federation=federation,
        number=number,
        round=round,
        path=_saved_whole(name, content),
        sha256=digest,
        size_bytes=len(content),
    )


def _saved_whole(name: str, content: bytes) -> str:
    try:
        return default_storage.save(name, ContentFile(content))
    except OSError:
        with contextlib.suppress(OSError):
            default_storage.delete(name)
        raise
