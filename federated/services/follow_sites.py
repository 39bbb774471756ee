"""Makes the transport follow what people decided: whose key opens the door, and who is there."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from django.db import transaction

from federated.models import FederatedSite, SiteState
from federated.services.federation_log import log_federation

__all__ = ["Registrar", "follow_sites"]

log = logging.getLogger(__name__)

ONLINE = "online"


class Registrar(Protocol):
    """Who may connect; implemented by the transport."""

    def register(self, *, name: str, public_line: str) -> int:
        """Let a key in, and return the transport's number of it."""

    def unregister(self, *, node_id: int) -> None:
        """Shut it out."""

    def statuses(self) -> Mapping[str, str]:
        """Return how every registered site stands, by name."""


def follow_sites(*, registrar: Registrar, now: datetime) -> None:
    """Register, unregister, and note who is online; doing it again changes nothing."""
    known = registrar.statuses()
    for site in FederatedSite.objects.select_related("federation"):
        _follow_key(site, registrar, is_known=site.name in known)
        _note_status(site, is_online=site.is_in and known.get(site.name) == ONLINE, now=now)


def _follow_key(site: FederatedSite, registrar: Registrar, *, is_known: bool) -> None:
    wanted = site.public_line if site.state == SiteState.APPROVED else ""
    is_lost = bool(site.registered_line) and not is_known
    if site.registered_line == wanted and not (wanted and is_lost):
        return
    try:
        if site.registered_line and not is_lost:
            registrar.unregister(node_id=int(site.node_id))
            site.registered_line = site.node_id = ""
        if wanted:
            node_id = registrar.register(name=site.name, public_line=wanted)
            site.registered_line, site.node_id = wanted, str(node_id)
    except OSError:
        raise
    except Exception:
        # One site that cannot be registered must not keep the others out.
        log.exception("site %s cannot be registered", site.name)
    FederatedSite.objects.filter(pk=site.pk).update(
        registered_line=site.registered_line, node_id=site.node_id
    )


@transaction.atomic
def _note_status(site: FederatedSite, *, is_online: bool, now: datetime) -> None:
    changes: dict[str, object] = {"seen_at": now} if is_online else {}
    if site.is_online != is_online:
        changes["is_online"] = is_online
        log_federation(
            federation=site.federation,
            type="site",
            data={"site": site.name, "state": site.state, "is_online": is_online},
        )
    if changes:
        FederatedSite.objects.filter(pk=site.pk).update(**changes)
