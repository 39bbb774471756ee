"""Which classes of a federation a site's project knows, and which it calls otherwise."""

from dataclasses import dataclass

from active_learning.selectors.target import learning_target
from federated.identity.invitation import Invitation, NamedClass
from federated.models import SiteMembership

__all__ = ["ClassMatch", "class_match"]


@dataclass(frozen=True)
class ClassMatch:
    """Both sides' classes, and what has no counterpart on the other.

    ``theirs`` is empty where the invitation named no classes; nothing is known to differ then.
    """

    theirs: tuple[NamedClass, ...]
    ours: tuple[NamedClass, ...]
    lacking: tuple[str, ...]
    """Ids of the federation that no class here stands for."""
    unasked: tuple[str, ...]
    """Ids of this project that stand for none of the federation's."""


def class_match(membership: SiteMembership) -> ClassMatch:
    """Return how a membership's project stands to the federation's question."""
    theirs = Invitation.of(membership.invitation).classes if membership.invitation else ()
    project = membership.project
    target = learning_target(project) if project else None
    ours = target.label.classes if target and target.kind == "choice" else ()
    own = tuple(NamedClass(one.id, one.name) for one in ours)
    if not theirs:
        return ClassMatch((), own, (), ())
    mapping = membership.class_mapping
    stands = {one.id: str(mapping.get(one.id, one.id)) for one in theirs}
    known = {one.id for one in own}
    return ClassMatch(
        theirs=theirs,
        ours=own,
        lacking=tuple(there for there, here in stands.items() if here not in known),
        unasked=tuple(one.id for one in own if one.id not in stands.values()),
    )
