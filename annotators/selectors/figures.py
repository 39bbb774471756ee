"""What is known about the annotators of a project: speed, agreement, accuracy on gold."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from django.db.models import Count, Max

from annotators.agreement.content import pair_agreement
from annotators.agreement.interval import wilson
from annotators.models import QualityReport
from labeling.models import Annotation, Project, Skip, User
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.selectors.ontologies import ontology_of

RIGHT = 0.999
RECENT = 200


@dataclass(frozen=True, slots=True)
class AnnotatorFigures:
    """One row of the annotator table; None where nothing can be said yet."""

    user: User
    count: int
    skipped: int
    median_seconds: float | None
    agreement: float | None
    agreement_n: int
    gold_accuracy: float | None
    gold_low: float | None
    gold_high: float | None
    gold_n: int
    last_active: datetime | None

    @property
    def per_hour(self) -> float | None:
        """Tasks an hour of attention, from the median time a task."""
        return 3600 / self.median_seconds if self.median_seconds else None


def annotator_figures(project: Project) -> list[AnnotatorFigures]:
    """Return a row for everybody who answered or skipped, the busiest first."""
    made = {
        row["annotator"]: row
        for row in project.annotations.exclude(origin=ACCEPTED_ORIGIN)
        .values("annotator")
        .annotate(count=Count("id"), last=Max("updated_at"))
    }
    skipped = dict(
        Skip.objects.filter(project=project).values_list("user").annotate(count=Count("id"))
    )
    report = QualityReport.objects.filter(project=project).first()
    people = report.annotators if report else {}
    gold = _gold_scores(project)
    users = User.objects.in_bulk([*made, *skipped])
    rows = [
        _row(
            user,
            made=made.get(user_id, {}),
            skipped=skipped.get(user_id, 0),
            seconds=_median_seconds(project, user_id),
            judged=people.get(str(user_id), {}),
            gold=gold.get(user_id, []),
        )
        for user_id, user in users.items()
    ]
    return sorted(rows, key=lambda row: (-row.count, row.user.username))


def _row(
    user: User,
    *,
    made: Mapping[str, Any],
    skipped: int,
    seconds: float | None,
    judged: Mapping[str, Any],
    gold: list[bool],
) -> AnnotatorFigures:
    right = wilson(sum(gold), len(gold))
    return AnnotatorFigures(
        user=user,
        count=made.get("count", 0),
        skipped=skipped,
        median_seconds=seconds,
        agreement=judged.get("agreement"),
        agreement_n=judged.get("agreement_n", 0),
        gold_accuracy=right.value if right else None,
        gold_low=right.low if right else None,
        gold_high=right.high if right else None,
        gold_n=len(gold),
        last_active=made.get("last"),
    )


def _median_seconds(project: Project, user_id: int) -> float | None:
    """The median of the last answers: recent speed, by an index, however many there are."""
    own = Annotation.objects.filter(project=project, annotator_id=user_id, lead_time__gt=0)
    times = list(own.order_by("-id").values_list("lead_time", flat=True)[:RECENT])
    return median(times) if times else None


def _gold_scores(project: Project) -> dict[int, list[bool]]:
    """Whether each answer to a gold task was right, by annotator."""
    ontology = ontology_of(project)
    scores: dict[int, list[bool]] = {}
    answered = Annotation.objects.filter(project=project, task__gold__isnull=False)
    for annotation in answered.select_related("task__gold").iterator(chunk_size=1000):
        known = annotation.task.gold
        truth = {"regions": known.regions, "answers": known.answers}
        given = {"regions": annotation.regions, "answers": annotation.answers}
        found = [
            score
            for label in ontology.labels
            if (score := pair_agreement(label, truth, given)) is not None
        ]
        if found:
            right = sum(found) / len(found) >= RIGHT
            scores.setdefault(annotation.annotator_id, []).append(right)
    return scores
