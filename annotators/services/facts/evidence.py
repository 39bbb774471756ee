"""Everything that bears on who is right: people's own words, and truths somebody vouches for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F, TextField
from django.db.models.functions import Cast, Length

from annotators.models import Adjudication, Repeat
from labeling.models import Annotation, AnnotationRevision, AnnotationState, Gold, Project
from labeling.models.annotation import ACCEPTED_ORIGIN

Content = Mapping[str, Any]
REVIEWED = frozenset({AnnotationState.ACCEPTED, AnnotationState.FIXED})


@dataclass(frozen=True, slots=True)
class Answer:
    """One person's own answer, as they gave it before any reviewer mended it."""

    annotation: int
    task: int
    who: int
    at: datetime
    lead_time: float
    state: str
    is_human: bool
    """Given here, not brought along by an import: only then its time says something."""
    characters: int
    said: Content


@dataclass(frozen=True, slots=True)
class Truth:
    """What a task's answer is held to be, and on whose word."""

    content: Content
    source: str
    """"adjudication", "gold" or "review"."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the facts are made from."""

    answers: list[Answer] = field(default_factory=list)
    """In the order of time."""
    truths: dict[int, Truth] = field(default_factory=dict)
    repeats: dict[int, list[float]] = field(default_factory=dict)
    """Annotator → agreement of each repeated answer with their first."""


def gather_evidence(project: Project) -> Evidence:
    """Read all answers of people; the model's own are nobody's."""
    before = _before_mending(project)
    columns = (
        *("pk", "task_id", "annotator_id", "created_at", "lead_time", "state", "origin"),
        *("characters", "regions", "relations", "answers"),
    )
    rows = (
        Annotation.objects.filter(project=project, slot=0)
        .exclude(origin=ACCEPTED_ORIGIN)
        # Whoever stated a truth is not judged by it.
        .exclude(task__gold_task__made_by=F("annotator"))
        .annotate(characters=Length(Cast("task__data", TextField())))
        .order_by("created_at", "pk")
        .values_list(*columns)
    )
    answers: list[Answer] = []
    reviewed: dict[int, list[Content]] = {}
    for pk, task, who, at, lead, state, origin, size, *content in rows.iterator(chunk_size=2000):
        now = dict(zip(("regions", "relations", "answers"), content, strict=True))
        answer = Answer(
            pk, task, who, at, lead, state, origin == "human", size or 0, before.get(pk, now)
        )
        answers.append(answer)
        if state in REVIEWED:
            reviewed.setdefault(task, []).append(now)
    return Evidence(answers, _truths(project, reviewed), _repeats(project))


def _before_mending(project: Project) -> dict[int, Content]:
    """Return what people had said themselves, of annotations that others have edited since."""
    edits = (
        AnnotationRevision.objects.filter(annotation__project=project, before__isnull=False)
        .exclude(actor=F("annotation__annotator"))
        .order_by("-revision")
        .values_list("annotation_id", "before")
    )
    return {pk: before for pk, before in edits.iterator(chunk_size=2000) if before is not None}


def _truths(project: Project, reviewed: Mapping[int, list[Content]]) -> dict[int, Truth]:
    """Return what is known; reviewers who accepted two different answers have settled nothing."""
    truths = {
        task: Truth(given[0], "review")
        for task, given in reviewed.items()
        if all(one == given[0] for one in given)
    }
    gold = Gold.objects.filter(task__project=project)
    decided = Adjudication.objects.filter(project=project)
    for rows, source in ((gold, "gold"), (decided, "adjudication")):
        for task, regions, relations, answers in rows.values_list(
            "task_id", "regions", "relations", "answers"
        ):
            content = {"regions": regions, "relations": relations, "answers": answers}
            truths[task] = Truth(content, source)
    return truths


def _repeats(project: Project) -> dict[int, list[float]]:
    found: dict[int, list[float]] = {}
    rows = Repeat.objects.filter(project=project, agreement__isnull=False)
    for who, agreement in rows.values_list("user_id", "agreement"):
        found.setdefault(who, []).append(float(agreement or 0.0))
    return found
