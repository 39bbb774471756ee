"""Carries stored answers over to a new ontology version, each with its history kept."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from labeling.kernel.jobs import JobRun, enqueue
from labeling.models import Annotation, AnnotationRevision, Draft, Prediction, Project
from labeling.ontology.migration import Change, apply_changes, diff_ontologies, is_touched
from labeling.ontology.schema import Ontology
from labeling.selectors.ontologies import parsed_ontology
from labeling.services.label_facts import rewrite_label_facts

CHUNK = 200
KEYS = ("regions", "relations", "answers")


def start_carrying(*, project_id: int, old: int, new: int, actor_id: int | None) -> int | None:
    """Enqueue the work, if any answer could notice the change."""
    changes = diff_ontologies(parsed_ontology(project_id, old), parsed_ontology(project_id, new))
    if all(change.kind == "add" for change in changes):
        return None
    return enqueue(
        "labeling.carry_answers",
        project_id=project_id,
        created_by_id=actor_id,
        kwargs={"project_id": project_id, "old": old, "new": new, "actor_id": actor_id},
    )


def carry_answers(
    *, run: JobRun, project: Project, old: int, new: int, actor_id: int | None
) -> None:
    """Rewrite annotations, predictions and drafts of version `old` in chunks."""
    ontology = parsed_ontology(project.pk, new)
    changes = diff_ontologies(parsed_ontology(project.pk, old), ontology)
    step = _Step(project, ontology, changes, new, actor_id)
    total = project.annotations.count()
    seen, changed, last = 0, 0, 0
    while True:
        rows = list(
            project.annotations.filter(pk__gt=last).select_related("task").order_by("pk")[:CHUNK]
        )
        if not rows:
            break
        with transaction.atomic():
            for row in rows:
                changed += _carry_annotation(row, step)
        last, seen = rows[-1].pk, seen + len(rows)
        run.progress(seen, total)
    for rest in (
        Prediction.objects.filter(task__project=project),
        Draft.objects.filter(task__project=project),
    ):
        for answer in rest.order_by("pk").iterator(chunk_size=CHUNK):
            _carry_plain(answer, changes)
    run.report({"changed": changed, "seen": seen})


@dataclass(frozen=True, slots=True)
class _Step:
    """From one ontology version to the next."""

    project: Project
    ontology: Ontology
    changes: list[Change]
    number: int
    actor_id: int | None


def _carry_annotation(row: Annotation, step: _Step) -> int:
    """Running twice changes nothing the second time: the number says it was done."""
    before = {key: getattr(row, key) for key in KEYS}
    is_done = row.ontology_number >= step.number
    if is_done or not any(is_touched(before, change) for change in step.changes):
        return 0
    carried = apply_changes(before, step.changes)
    after = {key: carried[key] for key in KEYS}
    revision = row.revision + 1
    Annotation.objects.filter(pk=row.pk).update(
        **after, revision=revision, ontology_number=step.number, updated_at=timezone.now()
    )
    AnnotationRevision.objects.create(
        annotation=row, revision=revision, actor_id=step.actor_id, before=before, after=after
    )
    rewrite_label_facts(project=step.project, task=row.task, ontology=step.ontology)
    return 1


def _carry_plain(row: Prediction | Draft, changes: list[Change]) -> None:
    before = {key: getattr(row, key) for key in KEYS}
    if any(is_touched(before, change) for change in changes):
        after = apply_changes(before, changes)
        type(row).objects.filter(pk=row.pk).update(**{key: after[key] for key in KEYS})
