"""The whole of it: gather, judge label by label, write rows in short writes."""

from collections.abc import Callable, Sequence

import numpy as np
from django.db import transaction

from annotators.models import AnnotatorFacts, QualityReport, TaskFacts
from annotators.services.facts.choices import MOST_VALUES, VOTED_KINDS, judge_voted
from annotators.services.facts.evidence import gather_evidence
from annotators.services.facts.forecasting import forecast_json
from annotators.services.facts.judged import Judged
from annotators.services.facts.people import person_facts
from annotators.services.facts.scored import judge_scored
from annotators.services.facts.suggestions import Suggestions, gather_suggestions
from annotators.services.facts.tasks import hotspot_rows, task_rows
from annotators.services.facts.team import gather_team
from labeling.models import Project
from labeling.ontology.parts import Label
from labeling.regions import KINDS
from labeling.selectors.ontologies import ontology_of

BATCH = 500
PERSON_COLUMNS = [
    *("accuracy", "low", "high", "right", "answered", "judged"),
    *("seconds", "seconds_low", "seconds_high", "worked_seconds", "detail", "computed_at"),
]
TASK_COLUMNS = [
    *("expected_error", "difficulty", "discrimination", "split", "n_answers", "label"),
]


def refresh_facts(*, project: Project, tell: Callable[[int, int], None] | None = None) -> None:
    """Write down anew what is known of everybody and of every answered task.

    Reads the consensus that was judged just before, so it comes after `refresh_quality`.
    """
    rng = np.random.default_rng(project.pk)
    ontology = ontology_of(project)
    # Beside a question, marks may be left out without a word; alone, none of them is the answer.
    only_marks = all(label.kind in KINDS for label in ontology.labels)
    empty_counts = only_marks and project.settings.allow_empty
    evidence = gather_evidence(project)
    judged: list[Judged] = []
    suggestions: dict[str, Suggestions] = {}
    for done, label in enumerate(ontology.labels):
        if tell:
            tell(done, len(ontology.labels))
        if _has_values(label):
            suggestions[label.id] = gather_suggestions(project, label.id)
            found = judge_voted(label, evidence, suggestions[label.id].newest(), rng)
        else:
            found = judge_scored(project, label, evidence, rng, empty_counts=empty_counts)
        if found is not None:
            judged.append(found)
    team = gather_team(project, ontology, evidence, judged, suggestions)
    people = [person_facts(team, who, rng) for who in team.answers]
    _store_people(project, people)
    _store_tasks(project, task_rows(project, evidence, judged))
    QualityReport.objects.filter(project=project).update(
        hotspots=hotspot_rows(judged), forecast=forecast_json(project, team, judged, rng)
    )


def _has_values(label: Label) -> bool:
    return label.kind in VOTED_KINDS and len(label.classes) <= MOST_VALUES


@transaction.atomic
def _store_people(project: Project, rows: Sequence[AnnotatorFacts]) -> None:
    mine = AnnotatorFacts.objects.filter(project=project)
    mine.exclude(user__in=[row.user_id for row in rows]).delete()
    AnnotatorFacts.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["project", "user"],
        update_fields=PERSON_COLUMNS,
        batch_size=BATCH,
    )


def _store_tasks(project: Project, rows: Sequence[TaskFacts]) -> None:
    """Replace batch by batch; a task without answers is in no doubt, and has no row."""
    kept = {row.task_id for row in rows}
    known = TaskFacts.objects.filter(project=project).values_list("task_id", flat=True)
    gone = [task for task in known.iterator(chunk_size=2000) if task not in kept]
    for start in range(0, len(gone), BATCH):
        TaskFacts.objects.filter(task__in=gone[start : start + BATCH]).delete()
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        # Tasks may have been deleted since they were read.
        there = set(project.tasks.filter(pk__in=[row.task_id for row in batch]).values_list("pk"))
        TaskFacts.objects.bulk_create(
            [row for row in batch if (row.task_id,) in there],
            update_conflicts=True,
            unique_fields=["task"],
            update_fields=TASK_COLUMNS,
        )
