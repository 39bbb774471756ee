"""Names the cause of a failure and what helps, for the person who reads the learning page."""

import errno
from collections.abc import Mapping

from django.db import OperationalError

from active_learning.acquisition.distributions import DistributionError
from active_learning.embeddings.encoder import EncoderUnavailable
from active_learning.errors import RoundFailed
from labeling.kernel.errors import PenumbraError

__all__ = ["failure_of"]

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def failure_of(error: Exception, *, step: str, kept: int | None) -> RoundFailed:
    """Return the failure of a step; `kept` is the number of the version that stays in use."""
    stays = f"Model version {kept} stays in use." if kept else "There is no model yet, as before."
    code, cause, remedy = _named(error, step)
    return RoundFailed(f"{cause} {stays} {remedy}", code=code)


def _named(error: Exception, step: str) -> tuple[str, str, str]:
    """Return code, cause and remedy."""
    match error:
        case PenumbraError():
            return error.code, error.detail, "Then train again."
        case _ if _is_full(error):
            return (
                "disk_full",
                f"The disk is full: {error}.",
                "Free some space (`manage.py doctor` says where the data lies), then train again.",
            )
        case _:
            kind = _kind(error)
            code, cause, remedy = _CAUSES[kind] if kind else _UNKNOWN
            code = "training_failed" if code == "round_failed" and step == "train" else code
            told = f"{type(error).__name__}: {error}"
            return code, cause.format(step=step, error=told), remedy


def _kind(error: Exception) -> type[Exception] | None:
    if "out of memory" in str(error).lower():
        return MemoryError
    return next((kind for kind in _CAUSES if isinstance(error, kind)), None)


_CAUSES: Mapping[type[Exception], tuple[str, str, str]] = {
    MemoryError: (
        "out_of_memory",
        "Memory ran out in the step '{step}'.",
        "Give the learning worker more memory, then train again.",
    ),
    OperationalError: (
        "database_busy",
        "The database did not answer in time ({error}).",
        "Train again when it is less busy; it is tried again by itself, too.",
    ),
    EncoderUnavailable: (
        "encoder_missing",
        "The tasks cannot be read ({error}).",
        "Run `manage.py doctor`, then train again.",
    ),
    DistributionError: (
        "broken_numbers",
        "The step '{step}' met numbers that are none ({error}).",
        "Train again; if it comes back, the worker's log holds the whole story.",
    ),
}
_UNKNOWN = (
    "round_failed",
    "The step '{step}' stopped with {error}.",
    "Train again; if it comes back, the worker's log holds the whole story.",
)


def _is_full(error: Exception) -> bool:
    is_full = isinstance(error, OSError) and error.errno in FULL
    text = str(error).lower()
    return is_full or "disk is full" in text or "no space left" in text
