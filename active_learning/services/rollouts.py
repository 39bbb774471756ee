"""Starts, counts and ends trials of versions beside the one in use."""

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils import timezone

from active_learning.models import ModelVersion, Rollout
from active_learning.selectors.rollouts import rollout_key, running_rollout
from active_learning.selectors.versions import active_version
from active_learning.services.serving import serving_client
from active_learning.services.versions import activate_version, preload
from active_learning.serving.rollout import merged
from labeling.kernel.errors import Conflict, NotFound, Unavailable
from labeling.models import Project

__all__ = ["collect_comparisons", "promote_candidate", "start_rollout", "stop_rollout"]


def start_rollout(
    *, project: Project, candidate: ModelVersion, mode: str, share: float, user_id: int
) -> Rollout:
    """Try a version beside the one in use; its weights are warm before the first call."""
    stable = active_version(project)
    if stable is None or stable.pk == candidate.pk:
        raise Conflict(
            "A version is tried beside another one that is in use. Choose another version.",
            code="nothing_beside",
        )
    if (stable.label, stable.kind) != (candidate.label, candidate.kind):
        raise Conflict(
            "That version answers another label than the one in use.", code="other_label"
        )
    preload(candidate)
    try:
        with transaction.atomic():
            rollout = Rollout.objects.create(
                project=project,
                stable=stable,
                candidate=candidate,
                mode=mode,
                share=share,
                started_by_id=user_id,
            )
    except IntegrityError as error:
        raise Conflict("A trial is running here already. Stop it first.", code="running") from error
    cache.delete(rollout_key(project.pk))
    return rollout


def stop_rollout(*, project: Project) -> Rollout:
    """End the trial; the version in use answers everything again."""
    rollout = running_rollout(project)
    if rollout is None:
        raise NotFound("No trial is running here.")
    collect_comparisons()
    rollout.refresh_from_db(fields=["counts"])
    rollout.ended_at = timezone.now()
    rollout.save(update_fields=["ended_at"])
    cache.delete(rollout_key(project.pk))
    return rollout


def promote_candidate(*, project: Project, user_id: int) -> ModelVersion:
    """Use the version that was tried, and end the trial."""
    rollout = stop_rollout(project=project)
    activate_version(project=project, version=rollout.candidate, by_person=True, user_id=user_id)
    return rollout.candidate


def collect_comparisons() -> None:
    """Keep what the serving process compared; trials of versions no longer in use end."""
    running = list(
        Rollout.objects.filter(ended_at__isnull=True).select_related("stable", "candidate")
    )
    if not running:
        return
    for rollout in running:
        if not rollout.stable.is_active:
            Rollout.objects.filter(pk=rollout.pk).update(ended_at=timezone.now())
    try:
        taken = serving_client().take_comparisons()
    except Unavailable:
        return
    for pair in taken:
        for rollout in running:
            if (rollout.stable.key, rollout.candidate.key) == (pair["stable"], pair["candidate"]):
                _add(rollout.pk, pair["counts"])


@transaction.atomic
def _add(rollout_id: int, counts: dict[str, object]) -> None:
    rollout = Rollout.objects.select_for_update().get(pk=rollout_id)
    rollout.counts = merged(rollout.counts, counts)
    rollout.save(update_fields=["counts"])
