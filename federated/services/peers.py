"""Whom a site is willing to be summed with."""

from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from federated.identity.site_key import public_line_of, public_point
from federated.models import PeerSite, SiteMembership
from federated.policies import SiteAccess, SiteAction
from labeling.kernel.errors import BadInput, Conflict

__all__ = ["accept_peer", "drop_peer", "note_named_peers"]


@transaction.atomic
def note_named_peers(*, membership: SiteMembership, keys: Mapping[str, bytes]) -> None:
    """Keep what the coordinator says of other sites as proposals; accepted keys stay."""
    for name, point in sorted(keys.items()):
        if name == membership.name:
            continue
        line = public_line_of(point)
        peer, _ = PeerSite.objects.get_or_create(membership=membership, name=name[:64])
        peer.proposed_line = "" if line == peer.public_line else line
        if membership.accepts_named_peers and not peer.public_line:
            peer.public_line, peer.proposed_line = line, ""
        peer.save(update_fields=["public_line", "proposed_line"])


@transaction.atomic
def accept_peer(*, access: SiteAccess, name: str, public_line: str, now: datetime) -> PeerSite:
    """Accept a key: the one proposed, whose line the officer was shown, or one he was told."""
    access.require(SiteAction.CONNECT)
    line = " ".join(public_line.split()[:2])
    try:
        public_point(line)
    except ValueError as error:
        raise BadInput(f"public_line: {error}", code="bad_key") from error
    peer, _ = PeerSite.objects.get_or_create(membership=access.membership, name=name[:64])
    peer.public_line, peer.proposed_line = line, ""
    peer.accepted_by, peer.accepted_at = access.user, now
    try:
        with transaction.atomic():
            peer.save()
    except IntegrityError as error:
        raise Conflict("Another site has this key already.", code="key_taken") from error
    return peer


def drop_peer(*, access: SiteAccess, name: str) -> None:
    """Be summed with this site no more."""
    access.require(SiteAction.CONNECT)
    access.membership.peers.filter(name=name).delete()
