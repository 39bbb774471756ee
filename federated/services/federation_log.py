"""Writes the coordinator's event log, which live pages follow."""

from collections.abc import Mapping
from typing import Any

from federated.models import Federation, FederationEvent

__all__ = ["log_federation"]


def log_federation(*, federation: Federation, type: str, data: Mapping[str, Any]) -> None:
    """Append one fact inside the current transaction."""
    FederationEvent.objects.create(federation=federation, type=type, data=dict(data))
