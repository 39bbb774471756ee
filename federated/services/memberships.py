"""A site's own writes: it joins, holds back, goes on, leaves, and changes its key."""

from datetime import datetime, timedelta
from pathlib import Path

from django.db import IntegrityError, transaction

from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import active_version
from federated.identity.invitation import BadInvitation, Invitation
from federated.identity.places import SitePlace
from federated.models import MembershipState, SiteMembership
from federated.policies import SiteAccess, SiteAction
from labeling.kernel.errors import BadInput, Conflict
from labeling.models import Project
from labeling.services.event_log import log_event

__all__ = [
    "join_federation",
    "leave_federation",
    "note_contact",
    "rotate_key",
    "set_hold",
    "set_terms_here",
]

CONTACT_EVERY = timedelta(seconds=10)
HOLDS = (MembershipState.ACTIVE, MembershipState.PAUSED, MembershipState.CUT)


@transaction.atomic
def join_federation(*, project: Project, invitation_text: str, data: Path) -> SiteMembership:
    """Accept an invitation for a project: the key is made here and its private half stays here."""
    try:
        invitation = Invitation.read(invitation_text)
        place = SitePlace.of(data, invitation.name)
    except (BadInvitation, ValueError) as error:
        raise BadInput(str(error), code="bad_invitation") from error
    if SiteMembership.objects.filter(project=project).exists():
        raise Conflict(
            "This project takes part in a federation already.", code="project_takes_part"
        )
    target = learning_target(project)
    if target is None or target.kind != "choice":
        raise Conflict(
            "This project asks no single choice about a text or a picture, which is what a "
            "federation learns. Join with another project, or add such a label.",
            code="no_question",
        )
    try:
        with transaction.atomic():
            membership = SiteMembership.objects.create(
                project=project,
                name=invitation.name,
                invitation=invitation.as_json(),
                version_at_join=active_version(project),
            )
    except IntegrityError as error:
        raise Conflict(
            f"This installation is '{invitation.name}' already. Ask for an invitation under "
            "another name.",
            code="name_taken",
        ) from error
    place.key.ensure()
    place.certificate.write_text(invitation.authority_pem, encoding="ascii")
    _tell(membership)
    return membership


@transaction.atomic
def set_hold(*, access: SiteAccess, state: MembershipState) -> SiteMembership:
    """Pause, cut or resume the connection: it takes effect before the next message leaves."""
    is_resuming = state == MembershipState.ACTIVE
    access.require(SiteAction.CONNECT if is_resuming else SiteAction.HOLD)
    membership = SiteMembership.objects.select_for_update().get(pk=access.membership.pk)
    if membership.state == MembershipState.LEFT:
        raise Conflict("This site has left the federation; join again.", code="has_left")
    if state not in HOLDS:
        raise BadInput(f"state: one of {', '.join(HOLDS)}.")
    membership.state = state
    membership.save(update_fields=["state"])
    _tell(membership, actor_id=access.user.pk)
    return membership


@transaction.atomic
def leave_federation(*, access: SiteAccess, data: Path) -> SiteMembership:
    """Leave for good: the keys are deleted, the ledger stays and the project is free again."""
    access.require(SiteAction.CONNECT)
    membership = SiteMembership.objects.select_for_update().get(pk=access.membership.pk)
    _tell(membership, actor_id=access.user.pk, left=True)
    membership.state, membership.project = MembershipState.LEFT, None
    membership.save(update_fields=["state", "project"])
    SitePlace.of(data, membership.name).forget_keys()
    return membership


def rotate_key(*, access: SiteAccess, data: Path) -> str:
    """Make the next key and return its public line; it is used once the coordinator approved it."""
    access.require(SiteAction.CONNECT)
    if access.membership.state == MembershipState.LEFT:
        raise Conflict("This site has left the federation; join again.", code="has_left")
    key = SitePlace.of(data, access.membership.name).next_key
    key.ensure()
    return key.public_line


@transaction.atomic
def set_terms_here(
    *,
    access: SiteAccess,
    epsilon_budget: float | None,
    class_mapping: dict[str, str],
    accepts_named_peers: bool,
) -> SiteMembership:
    """Set what this site asks for itself: its budget, its names of classes, whom it accepts."""
    access.require(SiteAction.CONNECT)
    if epsilon_budget is not None and epsilon_budget <= 0:
        raise BadInput(
            "epsilon_budget: more than 0, or null for no limit.",
            errors=[{"pointer": "/epsilon_budget", "detail": "More than 0, or null."}],
        )
    if len(set(class_mapping.values())) < len(class_mapping):
        raise BadInput(
            "class_mapping: two classes of the federation cannot be one class here.",
            errors=[{"pointer": "/class_mapping", "detail": "Two classes share one name here."}],
        )
    membership = access.membership
    membership.epsilon_budget = epsilon_budget
    membership.class_mapping = class_mapping
    membership.accepts_named_peers = accepts_named_peers
    membership.save(update_fields=["epsilon_budget", "class_mapping", "accepts_named_peers"])
    _tell(membership, actor_id=access.user.pk)
    return membership


def note_contact(*, membership: SiteMembership, contact: str, now: datetime) -> None:
    """Note what the node's process sees of the coordinator; told when it changes."""
    is_news = membership.contact != contact
    last = membership.contact_at
    if not is_news and last is not None and now - last < CONTACT_EVERY:
        return
    membership.contact, membership.contact_at = contact, now
    membership.save(update_fields=["contact", "contact_at"])
    if is_news:
        _tell(membership)


def _tell(membership: SiteMembership, *, actor_id: int | None = None, left: bool = False) -> None:
    if membership.project_id is not None:
        log_event(
            project_id=membership.project_id,
            type="federation",
            data={
                "membership": str(membership.pk),
                "state": MembershipState.LEFT if left else membership.state,
                "contact": membership.contact,
            },
            actor_id=actor_id,
        )
