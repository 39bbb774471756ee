"""Ends an acceptance: every label it set is taken back, nothing that a person did is touched."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from active_learning.models import STANDING, Acceptance, AcceptanceState
from active_learning.models.acceptance import UNDO_JOB
from active_learning.selectors.target import learning_target
from active_learning.services.pacing import Pace
from labeling.kernel.errors import Conflict, NotFound
from labeling.kernel.jobs import enqueue
from labeling.models import Project
from labeling.selectors.ontologies import parsed_ontology
from labeling.services.accepted_facts import withdraw_accepted
from labeling.services.event_log import log_event
from labeling.services.learned_facts import CHUNK

__all__ = ["end_acceptance", "get_acceptance", "request_undo", "withdraw_outdated"]


def get_acceptance(project: Project, acceptance_id: int) -> Acceptance:
    """Return one of the project's acceptances."""
    own = Acceptance.objects.filter(project=project).select_related("look")
    found = own.filter(pk=acceptance_id).first()
    if found is None:
        raise NotFound("This project has no such acceptance.")
    return found


def request_undo(*, acceptance: Acceptance, reason: str, user_id: int | None) -> int:
    """Enqueue taking everything back, once while it waits."""
    if acceptance.state != AcceptanceState.ACTIVE:
        raise Conflict("This acceptance does not stand any more.", code="acceptance_ended")
    return enqueue(
        UNDO_JOB,
        project_id=acceptance.project_id,
        created_by_id=user_id,
        kwargs={"acceptance_id": acceptance.pk, "reason": reason, "user_id": user_id},
        unique=f"undo-acceptance:{acceptance.pk}",
    )


def withdraw_outdated(*, project: Project) -> None:
    """Enqueue taking back what was accepted where the answers to choose from are others now."""
    target = learning_target(project)
    standing = Acceptance.objects.filter(project=project, state=AcceptanceState.ACTIVE)
    for acceptance in standing.select_related("look"):
        look = acceptance.look
        before = parsed_ontology(project.pk, look.ontology_number).label(look.label)
        asked = [item.id for item in before.classes] if before else None
        if target is None or target.label.id != look.label or list(target.classes) != asked:
            request_undo(acceptance=acceptance, reason="ontology", user_id=None)


def end_acceptance(
    *,
    acceptance: Acceptance,
    reason: str,
    user_id: int | None,
    tell: Callable[[int], None] = lambda done: None,
) -> int:
    """Return the tasks to the queue in short transactions; doing it twice changes nothing more."""
    if acceptance.state not in STANDING:
        return 0
    project, freed, after, pace = acceptance.project, 0, 0, Pace()
    rows = acceptance.tasks.filter(is_audit=False).order_by("pk")
    while piece := list(rows.filter(pk__gt=after).values_list("pk", "task_id")[:CHUNK]):
        after = piece[-1][0]
        with pace.turn():
            freed += len(withdraw_accepted(project=project, task_ids=[t for _, t in piece]))
        tell(freed)
    with transaction.atomic():
        acceptance.state = (
            AcceptanceState.UNDONE if reason == "person" else AcceptanceState.WITHDRAWN
        )
        acceptance.reason, acceptance.ended_by_id = reason, user_id
        acceptance.ended_at = timezone.now()
        acceptance.save(update_fields=["state", "reason", "ended_by", "ended_at"])
        log_event(
            project_id=project.pk,
            type="acceptance",
            data={"what": acceptance.state, "id": str(acceptance.pk), "reason": reason,
                  "freed": freed},
            actor_id=user_id,
        )  # fmt: skip
    return freed
