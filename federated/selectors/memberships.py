"""How this installation's memberships stand."""

from dataclasses import dataclass

from django.db.models import QuerySet

from federated.models import MembershipState, SiteMembership, SiteRound
from federated.selectors.ledger import epsilon_spent
from labeling.models import Membership, Project, Role, User

__all__ = ["Gain", "Spending", "gain_of", "membership_of_project", "memberships_for", "spending_of"]

_OFFICERS = (Role.OWNER, Role.MANAGER)


@dataclass(frozen=True)
class Gain:
    """What joining brought here: two accuracies of one hold-out, today's.

    ``joined`` is None where the site had no model when it joined.
    """

    joined: float | None
    now: float
    holdout: int
    is_shared: bool
    """Whether what is in use now came from the federation."""


@dataclass(frozen=True)
class Spending:
    """Epsilon at delta 1e-6."""

    budget: float | None
    spent: float

    @property
    def left(self) -> float | None:
        """None where there is no limit."""
        return None if self.budget is None else max(0.0, self.budget - self.spent)


def memberships_for(user: User) -> QuerySet[SiteMembership]:
    """Return those whose ledger somebody may read; staff see all."""
    found = SiteMembership.objects.select_related("project").order_by("name")
    if user.is_staff:
        return found
    mine = Membership.objects.filter(user=user, role__in=_OFFICERS)
    return found.filter(project__in=mine.values("project"))


def membership_of_project(project: Project) -> SiteMembership | None:
    """Return what ties a project to a federation, unless it has left."""
    found = SiteMembership.objects.select_related("project").filter(project=project)
    return found.exclude(state=MembershipState.LEFT).first()


def spending_of(membership: SiteMembership) -> Spending:
    """Return what of the budget is gone."""
    return Spending(membership.epsilon_budget, epsilon_spent(membership))


def gain_of(membership: SiteMembership) -> Gain | None:
    """Return the gain, measured as the last round came; None before the first."""
    last: SiteRound | None = membership.rounds.order_by("-pk").first()
    if last is None:
        return None
    now = last.shared_accuracy if last.is_used else last.own_accuracy
    if now is None:
        return None
    return Gain(last.joined_accuracy, now, last.holdout, last.is_used)
