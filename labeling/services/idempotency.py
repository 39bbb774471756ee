"""Writes that a client may repeat: the second call returns the first one's answer."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request

from labeling.errors import KeyReused
from labeling.kernel.errors import BadInput, Conflict
from labeling.models import IdempotencyKey, User
from labeling.services.statements import idempotent_answer, insert_idempotent_answer

MAX_KEY = 128
KEEP = timedelta(days=7)

Answer = tuple[int, Any]
"""HTTP status and JSON body."""


def answer_once(*, request: Request, user: User, work: Callable[[], Answer]) -> Answer:
    """Do the work, as one transaction, unless this user's Idempotency-Key was answered already.

    The key is stored in the transaction of the work: either both exist or neither. Of two calls
    at the same moment one stores; the other fails on a constraint, and is given its answer.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        with transaction.atomic():
            return work()
    if not 1 <= len(key) <= MAX_KEY:
        raise BadInput(f"Idempotency-Key: 1 to {MAX_KEY} characters.")
    said = json.dumps([request.method, request.data], sort_keys=True, default=str)
    digest = hashlib.sha256(said.encode()).hexdigest()
    if stored := _stored(user, key, request.path, digest):
        return stored
    try:
        with transaction.atomic():
            status, body = work()
            insert_idempotent_answer(
                user_id=user.pk,
                key=key,
                path=request.path[:255],
                digest=digest,
                status=status,
                answer=body,
                now=timezone.now(),
            )
    except (IntegrityError, Conflict):
        if stored := _stored(user, key, request.path, digest):
            return stored
        raise
    return status, body


def forget_old_keys(*, now: datetime) -> int:
    """Delete keys nobody will repeat any more."""
    deleted, _ = IdempotencyKey.objects.filter(created_at__lt=now - KEEP).delete()
    return deleted


def _stored(user: User, key: str, path: str, digest: str) -> Answer | None:
    stored = idempotent_answer(user_id=user.pk, key=key)
    if stored is None:
        return None
    if stored[:2] != (path[:255], digest):
        raise KeyReused("This Idempotency-Key was used for another request. Make a new one.")
    return stored[2], stored[3]
