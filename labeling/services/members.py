"""Members of a project; there is always an owner."""

from django.db import IntegrityError, transaction

from labeling.errors import LastOwner
from labeling.kernel.errors import BadInput, Conflict, NotFound
from labeling.models import Membership, Project, Role, User
from labeling.policies import Access, Action
from labeling.services.event_log import log_event
from labeling.services.leases import release_all_leases


def add_member(*, access: Access, username: str, role: Role) -> Membership:
    """Let an existing user in."""
    if role == Role.OWNER:
        access.require(Action.CHANGE_OWNERS)
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        detail = f"There is no user {username!r}. Make the user first."
        raise BadInput(detail, errors=[{"pointer": "/user", "detail": detail}])
    try:
        with transaction.atomic():
            member = access.project.memberships.create(user=user, role=role)
            _tell(access, username, role.value)
    except IntegrityError as error:
        raise Conflict(f"{username} is a member already; change the role instead.") from error
    return member


@transaction.atomic
def change_role(*, access: Access, username: str, role: Role) -> Membership:
    """Give a member another role."""
    member = _locked_member(access.project, username)
    if Role.OWNER in (member.role, role):
        access.require(Action.CHANGE_OWNERS)
    if role != Role.OWNER:
        _keep_an_owner(access.project, member)
    member.role = role
    member.save(update_fields=["role"])
    _tell(access, username, role.value)
    return member


@transaction.atomic
def remove_member(*, access: Access, username: str) -> None:
    """Show a member out; the leases are freed, annotations stay."""
    member = _locked_member(access.project, username)
    if member.user_id != access.user.pk:
        access.require(Action.CHANGE_MEMBERS)
        if member.role == Role.OWNER:
            access.require(Action.CHANGE_OWNERS)
    _keep_an_owner(access.project, member)
    release_all_leases(project=access.project, user=member.user)
    member.delete()
    _tell(access, username, None)


def _locked_member(project: Project, username: str) -> Membership:
    """Lock every owner's row too: two owners who leave at once would both see the other."""
    list(project.memberships.select_for_update().filter(role=Role.OWNER).order_by("pk"))
    member = project.memberships.select_related("user").filter(user__username=username).first()
    if member is None:
        raise NotFound(f"{username!r} is not a member of this project.")
    return member


def _keep_an_owner(project: Project, leaving: Membership) -> None:
    others = project.memberships.filter(role=Role.OWNER).exclude(pk=leaving.pk)
    if leaving.role == Role.OWNER and not others.exists():
        raise LastOwner("A project needs an owner. Make somebody else owner first.")


def _tell(access: Access, username: str, role: str | None) -> None:
    log_event(
        project_id=access.project.pk,
        type="member",
        data={"username": username, "role": role},
        actor_id=access.user.pk,
    )
