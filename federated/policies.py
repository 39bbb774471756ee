"""May this actor do this? Staff coordinate; a site's own people decide what leaves it."""

from dataclasses import dataclass
from enum import StrEnum

from federated.models import FederatedSite, Federation, FederationRun, SiteMembership
from labeling.kernel.errors import NotAllowed, NotFound
from labeling.models import Membership, Role, User
from labeling.policies import Access, actor_of

_EVERYONE = frozenset(Role)
_OFFICERS = frozenset({Role.OWNER, Role.MANAGER})
_OWNERS = frozenset({Role.OWNER})


class SiteAction(StrEnum):
    """What can be done with a project's membership in a federation."""

    SEE_SHARED = "see what is shared"
    SEE_LEDGER = "read the ledger"
    HOLD = "pause or cut the connection"
    CONNECT = "connect this site, or let it leave"


ALLOWED: dict[SiteAction, frozenset[Role]] = {
    SiteAction.SEE_SHARED: _EVERYONE,
    SiteAction.SEE_LEDGER: _OFFICERS,
    SiteAction.HOLD: _OFFICERS,
    SiteAction.CONNECT: _OWNERS,
}
"""Stopping is easier than starting. Staff may do all of it: they run the machine."""


@dataclass(frozen=True, slots=True)
class SiteAccess:
    """An actor at a membership: the proof that it may be seen."""

    user: User
    membership: SiteMembership
    role: Role

    def may(self, action: SiteAction) -> bool:
        """Whether the role allows it."""
        return may_at_site(self.role, is_staff=self.user.is_staff, action=action)

    def require(self, action: SiteAction) -> None:
        """Refuse with the role named."""
        _require(self.role, self.user, action)


def require_at_site(access: Access, action: SiteAction) -> None:
    """Refuse, with the role named, in a project that may have no membership yet."""
    _require(access.role, access.user, action)


def may_at_site(role: Role | None, *, is_staff: bool, action: SiteAction) -> bool:
    """Whether somebody of a role in the project may do this."""
    return is_staff or (role is not None and role in ALLOWED[action])


def may_coordinate(user: User) -> bool:
    """Whether somebody may see and run federations: staff, for they are of no one project."""
    return user.is_staff


def open_coordinator(user: object) -> User:
    """Enter the coordinator's side."""
    actor = actor_of(user)
    if not may_coordinate(actor):
        raise NotAllowed("Federations are run by staff of this installation. Ask an administrator.")
    return actor


def open_federation(user: object, federation_id: int) -> Federation:
    """Enter a federation; for whoever may not, it does not exist."""
    actor = actor_of(user)
    found = Federation.objects.filter(pk=federation_id).first() if may_coordinate(actor) else None
    if found is None:
        raise NotFound("There is no such federation, or you may not see it.")
    return found


def open_federated_site(user: object, federation_id: int, site_id: int) -> FederatedSite:
    """Enter a federation's site."""
    found = open_federation(user, federation_id).sites.filter(pk=site_id).first()
    if found is None:
        raise NotFound("This federation has no such site.")
    return found


def open_run(user: object, federation_id: int, run_id: int) -> FederationRun:
    """Enter a federation's run."""
    found = open_federation(user, federation_id).runs.filter(pk=run_id).first()
    if found is None:
        raise NotFound("This federation has no such run.")
    return found


def open_membership(
    user: object, membership_id: int, action: SiteAction = SiteAction.SEE_LEDGER
) -> SiteAccess:
    """Enter a membership through its project; a foreign one does not exist."""
    actor = actor_of(user)
    found = SiteMembership.objects.select_related("project").filter(pk=membership_id).first()
    role = _role(actor, found) if found else None
    if found is None or role is None:
        raise NotFound("There is no such membership, or you do not belong to its project.")
    access = SiteAccess(actor, found, role)
    access.require(action)
    return access


def _require(role: Role, user: User, action: SiteAction) -> None:
    if not may_at_site(role, is_staff=user.is_staff, action=action):
        raise NotAllowed(f"The role {role.value} may not {action.value} here.")


def _role(actor: User, membership: SiteMembership) -> Role | None:
    """Return the actor's role in the project; staff look after what has no project any more."""
    row = Membership.objects.filter(project=membership.project, user=actor).first()
    if row is not None and membership.project is not None:
        return Role(row.role)
    return Role.OWNER if actor.is_staff else None
