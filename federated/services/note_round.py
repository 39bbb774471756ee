"""Takes a round's model in, and notes what it is worth here."""

from django.db import transaction

from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.versions import version_weights
from active_learning.services.training import Lesson, measure
from active_learning.serving.bundle import read_bundle
from federated.models import SiteMembership, SiteRound
from federated.services.adopt_head import adopt_head
from federated.wire.model import SharedHead
from labeling.kernel.errors import Unavailable
from labeling.services.event_log import log_event

__all__ = ["note_round"]


def note_round(
    *, membership: SiteMembership, lesson: Lesson, head: SharedHead, run: str, number: int
) -> SiteRound:
    """Adopt the model, and keep three accuracies of one hold-out beside it.

    A model that came before is not adopted anew: what was noted then stands.
    """
    known = SiteRound.objects.filter(membership=membership, run=run, number=number).first()
    if known is not None:
        return known
    joined = _joined_accuracy(membership, lesson)
    adopted = adopt_head(lesson=lesson, head=head)
    with transaction.atomic():
        noted = SiteRound.objects.create(
            membership=membership,
            run=run,
            number=number,
            labels=adopted.version.labels,
            holdout=adopted.version.holdout,
            joined_accuracy=joined,
            own_accuracy=adopted.own_accuracy,
            shared_accuracy=adopted.version.accuracy,
            is_used=adopted.is_used,
            version=adopted.version,
        )
        log_event(
            project_id=lesson.project.pk,
            type="federated_round",
            data={
                "run": run,
                "number": number,
                "own_accuracy": noted.own_accuracy,
                "shared_accuracy": noted.shared_accuracy,
                "is_used": noted.is_used,
                "model_version": adopted.version.number,
            },
        )
    return noted


def _joined_accuracy(membership: SiteMembership, lesson: Lesson) -> float | None:
    """Measure the model of the day of joining on today's hold-out; None where there was none."""
    version = membership.version_at_join
    if version is None:
        return None
    try:
        bundle = read_bundle(version_weights(version))
    except Unavailable:
        return None
    if not lesson.is_taught_by(bundle):
        return None
    labelled = labelled_tasks(lesson.project, lesson.target)
    found = measure(lesson=lesson, bundle=bundle, labelled=labelled).accuracy
    return found.value if found else None
