"""The sites that this one is willing to be summed with."""

from federated.identity.site_key import public_point
from federated.models import SiteMembership

__all__ = ["roster_of"]


def roster_of(membership: SiteMembership, own: bytes) -> dict[str, bytes]:
    """Return public keys by name: the accepted peers, and this site's own."""
    peers = membership.peers.exclude(public_line="").values_list("name", "public_line")
    return {name: public_point(line) for name, line in peers} | {membership.name: own}
