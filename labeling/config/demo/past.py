"""Gives a demo project some days of work: people answer, the model learns, what was said is judged.

All of it by the services that people's own answers go through. Only the clock is turned back
afterwards, so that the days lie behind.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.db import transaction
from django.utils import timezone

from active_learning.models import ModelVersion, QueryRound
from active_learning.services.order_map import order_map
from active_learning.services.query_round import Order, run_query_round
from active_learning.services.request_search import request_search
from annotators.services.refresh import refresh_soon
from labeling.config.demo.people import Person, joined
from labeling.kernel.jobs import JobRun
from labeling.models import Annotation, AnnotationRevision, Event, Prediction, Project, Role, User
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.drafts import AnswerContent
from labeling.services.next_task import take_next_task
from labeling.services.submit_annotation import submit_annotation

__all__ = ["play_past"]

MORNING, EVENING = timedelta(hours=9), timedelta(hours=18)


@dataclass(frozen=True)
class Team:
    """Who answers, and what the messages are about."""

    project: Project
    people: Sequence[tuple[Person, User]]
    topics: Mapping[str, tuple[str, ...]]
    rng: np.random.Generator

    def answer(self) -> bool:
        """Let somebody take the next task and answer it; False where nothing is left for them."""
        shares = np.array([person.share for person, _ in self.people])
        person, user = self.people[self.rng.choice(len(self.people), p=shares / shares.sum())]
        access, seconds = Access(user, self.project, Role.ANNOTATOR), person.takes_seconds(self.rng)
        handed = take_next_task(
            access=access,
            holding=(),
            now=timezone.now(),
            rng=random.Random(int(self.rng.integers(2**32))),
        )
        if handed is None:
            return False
        label = ontology_of(self.project).labels[0]
        classes = [one.id for one in label.classes]
        said = person.says(self.topics[handed.task.data["text"]], classes, self.rng)
        content = AnswerContent([], [], {label.id: said}, lead_time=seconds)
        submit_annotation(access=access, task=handed.task, content=content, draft_revision=None)
        return True


def play_past(
    run: JobRun,
    *,
    project: Project,
    people: Sequence[Mapping[str, Any]],
    answers: Sequence[int],
    topics: Mapping[str, tuple[str, ...]],
) -> None:
    """Play the days, oldest first; one that was played before stays as it is."""
    team = Team(
        project,
        [(person, joined(project, person)) for person in (Person(**one) for one in people)],
        topics,
        np.random.default_rng(len(answers)),
    )
    order = Order(trigger="person", job_id=run.job_id, check=run.check_cancelled)
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    if not project.query_rounds.exists():
        _begun(project, today - timedelta(days=len(answers)) + MORNING)
    for day, count in enumerate(answers):
        if project.query_rounds.count() > day:
            continue
        run.progress(day, len(answers))
        before = _newest(project)
        for _ in range(count):
            run.check_cancelled()
            team.answer()
        run_query_round(project=project, order=order)
        _turn_back(project, after=before, day=today - timedelta(days=len(answers) - day))
    refresh_soon(project=project)
    order_map(project=project, user_id=None)
    request_search(project=project, user_id=None)


def _begun(project: Project, at: datetime) -> None:
    """Let the project have been made then."""
    Project.objects.filter(pk=project.pk).update(created_at=at)
    Event.objects.filter(project=project).update(at=at)


def _newest(project: Project) -> int:
    newest = project.annotations.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


@transaction.atomic
def _turn_back(project: Project, *, after: int, day: datetime) -> None:
    """Let what was done since ``after`` have happened on a day."""
    new = list(project.annotations.filter(pk__gt=after).order_by("pk"))
    clocks: dict[int, datetime] = {}
    for one in new:
        clock = clocks.setdefault(one.annotator_id, day + MORNING)
        clocks[one.annotator_id] = clock = clock + timedelta(seconds=one.lead_time)
        one.created_at = one.updated_at = clock
    Annotation.objects.bulk_update(new, ["created_at", "updated_at"])
    at = {one.pk: one.created_at for one in new}
    history = list(AnnotationRevision.objects.filter(annotation__in=at))
    for change in history:
        change.created_at = at[change.annotation_id]
    AnnotationRevision.objects.bulk_update(history, ["created_at"])
    evening = day + EVENING
    Event.objects.filter(project=project, at__gt=evening).update(at=evening)
    learned = QueryRound.objects.filter(project=project, started_at__gt=evening)
    learned.update(started_at=evening, finished_at=evening)
    ModelVersion.objects.filter(project=project, created_at__gt=evening).update(created_at=evening)
    predicted = Prediction.objects.filter(task__project=project, created_at__gt=evening)
    predicted.update(created_at=evening)
