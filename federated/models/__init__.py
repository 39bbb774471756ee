"""What the federated floor keeps: memberships, the sites that are known, and what left."""

from federated.models.outbound_line import OutboundLine
from federated.models.peer_site import PeerSite
from federated.models.site_membership import SiteMembership

__all__ = ["OutboundLine", "PeerSite", "SiteMembership"]
