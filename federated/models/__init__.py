"""What the federated floor keeps: at a site what left, at a coordinator who takes part."""

from federated.models.federated_site import FederatedSite, SiteState
from federated.models.federation import Federation, FederationEvent
from federated.models.federation_run import (
    LIVE_RUNS,
    FederatedRound,
    FederationRun,
    RunKind,
    RunState,
    SharedModel,
)
from federated.models.outbound_line import OutboundLine
from federated.models.peer_site import PeerSite
from federated.models.site_membership import Contact, MembershipState, SiteMembership
from federated.models.site_round import SiteRound

__all__ = [
    "LIVE_RUNS",
    "Contact",
    "FederatedRound",
    "FederatedSite",
    "Federation",
    "FederationEvent",
    "FederationRun",
    "MembershipState",
    "OutboundLine",
    "PeerSite",
    "RunKind",
    "RunState",
    "SharedModel",
    "SiteMembership",
    "SiteRound",
    "SiteState",
]
