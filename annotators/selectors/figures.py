"""What is known about the annotators of a project, read off the facts in a few queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max

from annotators.agreement.content import pair_agreement
from annotators.agreement.interval import wilson
from annotators.models import AnnotatorFacts, QualityReport
from labeling.models import Annotation, Project, Skip, User
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.selectors.ontologies import ontology_of

RIGHT = 0.999


@dataclass(frozen=True, slots=True)
class AnnotatorFigures:
    """One row of the annotator table; None where nothing can be said yet."""

    user: User
    is_member: bool
    count: int
    skipped: int
    facts: AnnotatorFacts | None
    agreement: float | None
    agreement_n: int
    gold_accuracy: float | None
    gold_low: float | None
    gold_high: float | None
    gold_n: int
    last_active: datetime | None

    @property
    def median_seconds(self) -> float | None:
        """The middle of an answer's time, by the server's clock."""
        return self.facts.seconds if self.facts else None

    @property
    def per_hour(self) -> float | None:
        """Tasks an hour of attention."""
        return 3600 / self.median_seconds if self.median_seconds else None

    @property
    def patterns(self) -> list[str]:
        """Kinds of habits that a manager should look at."""
        found = self.facts.detail.get("patterns", []) if self.facts else []
        return sorted({one["kind"] for one in found})


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
    report = QualityReport.objects.filter(project=project).only("annotators").first()
    people = report.annotators if report else {}
    facts = {row.user_id: row for row in AnnotatorFacts.objects.filter(project=project)}
    members = set(project.memberships.values_list("user_id", flat=True))
    gold = _gold_scores(project)
    users = User.objects.in_bulk([*made, *skipped])
    rows = [
        _row(
            user,
            is_member=user_id in members,
            made=made.get(user_id, {}),
            skipped=skipped.get(user_id, 0),
            facts=facts.get(user_id),
            judged=people.get(str(user_id), {}),
            gold=gold.get(user_id, []),
        )
        for user_id, user in users.items()
    ]
    return sorted(rows, key=lambda row: (-row.count, row.user.username))


def _row(
    user: User,
    *,
    is_member: bool,
    made: Mapping[str, Any],
    skipped: int,
    facts: AnnotatorFacts | None,
    judged: Mapping[str, Any],
    gold: list[bool],
) -> AnnotatorFigures:
    right = wilson(sum(gold), len(gold))
    return AnnotatorFigures(
        user=user,
        is_member=is_member,
        count=made.get("count", 0),
        skipped=skipped,
        facts=facts,
        agreement=judged.get("agreement"),
        agreement_n=judged.get("agreement_n", 0),
        gold_accuracy=right.value if right else None,
        gold_low=right.low if right else None,
        gold_high=right.high if right else None,
        gold_n=len(gold),
        last_active=made.get("last"),
    )


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
