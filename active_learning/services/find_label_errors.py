"""The search for label errors: cross-fit, doubt, write down."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import transaction

from active_learning.learners.minimising import FitCancelled
from active_learning.models.label_finding import (
    FindingState,
    LabelErrorSearch,
    LabelFinding,
)
from active_learning.selectors.given_answers import Given, given_answers
from active_learning.selectors.labelled import labelled_tasks, newest_annotation
from active_learning.selectors.searched_label import predicted_regions, searched_label
from active_learning.selectors.target import learning_target
from active_learning.services.cross_fitting import held_out_folds
from active_learning.services.doubting import (
    Doubt,
    Evidence,
    Predicted,
    doubt_by_predicted,
    doubter_of,
)
from active_learning.services.embed_tasks import embed_tasks
from active_learning.services.encoders import layout_of
from active_learning.services.training import Lesson
from labeling.kernel.jobs import JobCancelled, JobFailed
from labeling.models import Annotation, Project
from labeling.ontology.schema import Label

SEED = 20_210_414
LEAST_LABELS = 20
"""Labelled tasks below which models that see four fifths of them know too little to object."""
MOST_FINDINGS = 20_000
"""More than anybody goes through; the likeliest errors are kept."""
CHUNK = 500


@dataclass(frozen=True)
class SearchOrder:
    """By whom a search is told and stopped."""

    job_id: int | None = None
    tell: Callable[[int, int, str], None] = lambda done, total, message: None
    check: Callable[[], None] = lambda: None
    """Raises when the job was asked to stop."""

    def should_stop(self) -> bool:
        """Whether a fit should end now."""
        try:
            self.check()
        except JobCancelled:
            return True
        return False


def find_label_errors(*, project: Project, order: SearchOrder) -> LabelErrorSearch:
    """Judge every annotation by models that were not taught it, and keep what they object to."""
    started = time.monotonic()
    label = searched_label(project)
    if label is None:
        raise JobFailed("The label that was to be searched is gone from the ontology.")
    newest = newest_annotation(project)
    given = given_answers(project, label)
    if len({item.task_id for item in given}) < LEAST_LABELS:
        raise JobFailed(
            f"{len({item.task_id for item in given})} tasks are labelled; a search needs "
            f"{LEAST_LABELS} at least.",
            code="too_few_labels",
        )
    try:
        source, doubts = _doubts(project, label, given, order)
    except FitCancelled as stop:
        raise JobCancelled from stop
    order.check()
    return _write(
        LabelErrorSearch(
            project=project,
            job_id=order.job_id,
            label=label.id,
            ontology_number=project.ontology_number,
            last_annotation=newest,
            annotations=len(given),
            source=source,
            seconds=round(time.monotonic() - started, 3),
        ),
        doubts,
    )


def _doubts(
    project: Project, label: Label, given: Sequence[Given], order: SearchOrder
) -> tuple[str, list[Doubt]]:
    evidence = Evidence(label, given)
    target = learning_target(project)
    if target is None or target.label.id != label.id:
        found = {
            task_id: [Predicted(*region) for region in regions]
            for task_id, regions in predicted_regions(project, label).items()
        }
        return "predictions", doubt_by_predicted(evidence, found)
    lesson = Lesson(project, target, layout_of(target))
    embed_tasks(lesson=lesson, tell=lambda done, total: order.tell(done, total, "embedding"))
    folds = held_out_folds(
        lesson=lesson,
        labelled=labelled_tasks(project, target),
        rng=np.random.default_rng(SEED + project.pk),
        should_stop=order.should_stop,
        tell=lambda done, total: order.tell(done, total, "judging"),
    )
    return "cross_fitting", doubter_of(label.kind)(evidence, folds)


@transaction.atomic
def _write(search: LabelErrorSearch, doubts: Sequence[Doubt]) -> LabelErrorSearch:
    """Replace what is still open; what people decided stays, unless the annotation changed."""
    project = Project.objects.select_for_update().get(pk=search.project_id)
    if project.ontology_number != search.ontology_number:
        raise JobFailed("The ontology changed while labels were searched. Search again.")
    findings = LabelFinding.objects.filter(project=project)
    findings.filter(state=FindingState.OPEN).delete()
    decided = {
        (row.annotation_id, row.revision, row.kind, row.region, row.suggested)
        for row in findings.filter(state=FindingState.KEPT)
    }
    present = _revisions([doubt.given_answer.annotation_id for doubt in doubts])
    rows = [_row(search, doubt) for doubt in doubts[:MOST_FINDINGS] if _is_current(doubt, present)]
    fresh = [
        row
        for row in rows
        if (row.annotation_id, row.revision, row.kind, row.region, row.suggested) not in decided
    ]
    search.found = len(fresh)
    search.save()
    LabelFinding.objects.bulk_create(fresh, batch_size=CHUNK)
    return search


def _is_current(doubt: Doubt, present: dict[int, int]) -> bool:
    """Whether the annotation is still as it was judged: not withdrawn, not edited meanwhile."""
    judged = doubt.given_answer
    return present.get(judged.annotation_id) == judged.revision


def _revisions(annotation_ids: Sequence[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for start in range(0, len(annotation_ids), CHUNK):
        rows = Annotation.objects.filter(pk__in=annotation_ids[start : start + CHUNK])
        found |= dict(rows.values_list("pk", "revision"))
    return found


def _row(search: LabelErrorSearch, doubt: Doubt) -> LabelFinding:
    own = doubt.own_probability
    return LabelFinding(
        project=search.project,
        search=search,
        task_id=doubt.given_answer.task_id,
        annotation_id=doubt.given_answer.annotation_id,
        revision=doubt.given_answer.revision,
        kind=doubt.kind,
        label=search.label,
        given=doubt.given,
        suggested=doubt.suggested,
        region=doubt.region,
        place=doubt.place,
        score=round(doubt.score, 6),
        probability=round(doubt.probability, 6),
        own_probability=None if own is None else round(own, 6),
    )
