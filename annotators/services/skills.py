"""Skills that a manager grants or takes back."""

from django.db import transaction

from annotators.models import Qualification
from annotators.services.standings import write_standing
from labeling.kernel.errors import NotFound
from labeling.models import Membership
from labeling.policies import Access


@transaction.atomic
def grant_skill(*, access: Access, user_id: int, skill: str) -> Qualification:
    """Let somebody have a skill for good."""
    if not Membership.objects.filter(project=access.project, user=user_id).exists():
        raise NotFound("There is no such member.")
    row, _ = Qualification.objects.update_or_create(
        project=access.project,
        user_id=user_id,
        skill=skill.strip(),
        defaults={"granted_by": access.user, "attempt": None, "expires_at": None},
    )
    write_standing(project=access.project, user_id=user_id)
    return row


@transaction.atomic
def take_skill(*, access: Access, qualification_id: int) -> None:
    """Take a skill back, however it was come by."""
    row = Qualification.objects.filter(project=access.project, pk=qualification_id).first()
    if row is None:
        raise NotFound("There is no such skill.")
    user_id = row.user_id
    row.delete()
    write_standing(project=access.project, user_id=user_id)
