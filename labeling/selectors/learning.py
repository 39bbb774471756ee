"""The port by which the learning floor says how a project's model stands, for lists and labels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LearningSummary:
    """The selected model version and how well it does; accuracy with its interval."""

    model_version: int | None = None
    accuracy: float | None = None
    low: float | None = None
    high: float | None = None
    labels: int = 0
    target_labels: int | None = None
    waits: Mapping[str, Any] | None = None
    """While there is no model: what it waits for, as {code, params} for screens to word."""


Provider = Callable[[int], LearningSummary | None]
"""From a project id; called for every task handed out, so it must be cheap (cache it)."""

_provider: list[Provider] = []


def set_learning_provider(provider: Provider | None) -> Provider | None:
    """Install the provider (an upper floor's `apps.ready`, tests); return the one it replaces."""
    previous = _provider[0] if _provider else None
    _provider[:] = [provider] if provider else []
    return previous


def learning_summary(project_id: int) -> LearningSummary | None:
    """Return how the project's model stands, or None where nothing learns."""
    return _provider[0](project_id) if _provider else None
