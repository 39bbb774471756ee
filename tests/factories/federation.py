"""Federations, their sites, and memberships of projects."""

import itertools
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone

from federated.identity.site_key import public_line_of
from federated.models import FederatedSite, Federation, FederationRun, RunState, SiteState
from federated.privacy.secure_sum import IdentityKey
from federated.services.federations import create_federation
from labeling.models import User, WorkerBeat
from tests.factories.facts import TEXT_ONTOLOGY, make_user

_numbers = itertools.count(1)


def make_staff() -> User:
    """Make somebody who may coordinate."""
    return make_user(is_staff=True)


def make_key_line() -> str:
    """Return the public line of a fresh key."""
    return public_line_of(IdentityKey(ec.generate_private_key(ec.SECP384R1())).public)


def make_federation(user: User | None = None, **facts: Any) -> Federation:
    """Make a federation about the mood of texts."""
    return create_federation(
        user=user or make_staff(),
        name=facts.pop("name", f"federation {next(_numbers)}"),
        ontology=facts.pop("ontology", TEXT_ONTOLOGY),
        host="127.0.0.1",
        port=8443,
        **facts,
    )


def make_site(federation: Federation, name: str = "", **facts: Any) -> FederatedSite:
    """Let a site in, online unless told otherwise."""
    values: dict[str, Any] = {
        "name": name or f"site-{next(_numbers)}",
        "state": SiteState.APPROVED,
        "public_line": make_key_line(),
        "is_online": True,
    }
    return FederatedSite.objects.create(federation=federation, **(values | facts))


def make_run(federation: Federation, **facts: Any) -> FederationRun:
    """Note a run as it is."""
    values: dict[str, Any] = {
        "terms": federation.terms,
        "rounds_wanted": 3,
        "state": RunState.DONE,
    }
    return FederationRun.objects.create(federation=federation, **(values | facts))


def beat(kind: str) -> None:
    """Let a process be seen alive."""
    now = timezone.now()
    WorkerBeat.objects.create(
        pk=f"{kind}-{next(_numbers)}", kind=kind, host="h", pid=1, started_at=now, seen_at=now
    )
