"""A membership as a node: what the transport's questions are answered by."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from federated.identity.places import SitePlace
from federated.models import SiteMembership
from federated.node.leaving import Door
from federated.node.node import Node
from federated.node.summing import SummingNode
from federated.selectors.roster import roster_of
from federated.services.book_departures import MembershipBook
from federated.services.project_site import ProjectSite
from federated.wire.asking import Ask

__all__ = ["answer_as_site"]


def answer_as_site(*, membership: SiteMembership, data: Path) -> Callable[[Ask], bytes]:
    """Return what answers for this membership, under the key that is in use now."""
    identity = SitePlace.of(data, membership.name).key.identity
    rng = np.random.default_rng()

    def roster() -> dict[str, bytes]:
        return roster_of(membership, identity.public)

    node = Node(
        site=ProjectSite(membership.pk),
        door=Door(MembershipBook(membership.pk)),
        summing=SummingNode(membership.name, identity, roster, rng),
        rng=rng,
    )

    return node.answer
