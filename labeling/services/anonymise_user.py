"""Takes a person's identity away for good: their work stays, nobody can tell whose it was."""

import secrets

from django.db import transaction

from labeling.kernel.errors import BadInput, Conflict, NotAllowed
from labeling.models import Draft, Event, Lease, Membership, Role, User
from labeling.services.accepted_facts import MACHINE
from labeling.services.leases import release_all_leases

FORMER = "former-"


@transaction.atomic
def anonymise_user(*, actor: User, user: User, confirm: str) -> User:
    """Remove name, address, keys, preferences and memberships; keep labels, reviews and figures.

    Staff do it on request, and everybody may do it to themselves. The user name must be typed.
    """
    if actor.pk != user.pk and not actor.is_staff:
        raise NotAllowed("Only staff anonymise others. Ask an administrator.")
    if confirm != user.username:
        detail = f"Type the user name {user.username!r} to confirm. This cannot be undone."
        raise BadInput(detail, errors=[{"pointer": "/confirm", "detail": detail}])
    _refuse_the_needed(user)
    name = f"{FORMER}{secrets.token_hex(4)}"
    for membership in Membership.objects.filter(user=user).select_related("project"):
        release_all_leases(project=membership.project, user=user)
    Membership.objects.filter(user=user).delete()
    Lease.objects.filter(user=user).delete()
    Draft.objects.filter(user=user).delete()
    user.tokens.all().delete()
    _forget_in_events(user)
    user.username, user.first_name, user.last_name, user.email = name, "", "", ""
    user.preferences, user.last_login = {}, None
    user.is_active = user.is_staff = user.is_superuser = False
    # Ends every session too: each is signed with the password's hash.
    user.set_unusable_password()
    user.save()
    return user


def is_anonymous(user: User) -> bool:
    """Whether this is somebody whose identity was taken away."""
    return not user.is_active and user.username.startswith(FORMER)


def _refuse_the_needed(user: User) -> None:
    if user.username == MACHINE:
        raise Conflict("This is the model's account, and nobody's identity.")
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise Conflict(
            "This is the last administrator. Make somebody else administrator first.",
            code="last_administrator",
        )
    owned = Membership.objects.filter(user=user, role=Role.OWNER).select_related("project")
    for membership in owned.order_by("pk"):
        rest = membership.project.memberships.filter(role=Role.OWNER).exclude(user=user)
        if not rest.exists():
            raise Conflict(
                f"They are the only owner of {membership.project.name!r}. "
                "Make somebody else owner there first.",
                code="last_owner",
                project=str(membership.project_id),
            )


def _forget_in_events(user: User) -> None:
    """Events name people to those who were watching; they are not needed any more."""
    Event.objects.filter(actor=user, type__in=["lease", "comment"]).delete()
    Event.objects.filter(type="member", data__username=user.username).delete()
