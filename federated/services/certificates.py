"""The coordinator's certificates, for the hosts that its federations name."""

from datetime import datetime
from pathlib import Path

from federated.identity.authority import Authority
from federated.identity.places import CoordinatorPlace
from federated.models import Federation

__all__ = ["coordinator_certificate", "ensure_certificates"]

_LOCAL = ("localhost", "127.0.0.1")


def ensure_certificates(data: Path, *, now: datetime) -> Authority:
    """Make what is missing or about to end."""
    hosts = Federation.objects.order_by("pk").values_list("host", flat=True).distinct()
    authority = CoordinatorPlace.of(data).authority
    authority.ensure(tuple(dict.fromkeys([*hosts, *_LOCAL])), now=now)
    return authority


def coordinator_certificate(data: Path, *, now: datetime) -> str:
    """Return what sites trust, as PEM."""
    return ensure_certificates(data, now=now).certificate.read_text(encoding="ascii")
