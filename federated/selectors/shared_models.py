"""The weights of shared models, and where a run goes on from."""

from dataclasses import dataclass

import numpy as np
from django.core.files.storage import default_storage
from safetensors import SafetensorError
from safetensors.numpy import load

from federated.models import FederationRun, SharedModel
from labeling.kernel.errors import Unavailable

__all__ = ["StoredModel", "last_model", "model_content", "stored_model"]

Arrays = dict[str, np.ndarray]
HEAD, SCALE = "head", "scale"


@dataclass(frozen=True)
class StoredModel:
    """Weights of shape (D * K + K,), the scale (clip, most weight, is known), the aggregator's."""

    head: np.ndarray
    scale: tuple[float, float, bool]
    moments: Arrays


def model_content(model: SharedModel) -> bytes:
    """Return the file."""
    try:
        with default_storage.open(model.path) as file:
            content: bytes = file.read()
    except OSError as error:
        raise Unavailable(
            f"The weights of model {model.number} are missing from the storage.",
            code="weights_missing",
        ) from error
    return content


def stored_model(model: SharedModel) -> StoredModel:
    """Return the file's content."""
    try:
        arrays = load(model_content(model))
    except SafetensorError as error:
        raise Unavailable(
            f"The weights of model {model.number} are damaged.", code="weights_damaged"
        ) from error
    clip, weight, known = arrays.pop(SCALE)
    return StoredModel(arrays.pop(HEAD), (float(clip), float(weight), bool(known)), arrays)


def last_model(run: FederationRun) -> SharedModel | None:
    """Return what the run's last good round ended with, else the federation's newest model.

    A new run goes on from what earlier ones learned, as long as the shape is the same.
    """
    models = SharedModel.objects.filter(federation=run.federation_id)
    own = models.filter(round__run=run).order_by("-number").first()
    return own or models.order_by("-number").first()
