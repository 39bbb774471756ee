"""What people answered to the target question, one answer a task."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from active_learning.learners.kinds import KINDS
from active_learning.learners.marked import Marked, matched
from active_learning.models import STANDING, Acceptance
from active_learning.selectors.crowd import Vote, crowd_posteriors
from active_learning.selectors.target import Target
from annotators.models import Adjudication
from labeling.models import Annotation, AnnotationState, Gold, Project, Task
from labeling.models.annotation import ACCEPTED_ORIGIN

SAME_PLACE = 0.5
"""Overlap from which two people mean the same region."""
READ_WHOLE = 20_000
"""Annotations up to which all are read, whichever tasks are asked about; some 0.1 s."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One task's answer.

    Attributes
    ----------
    answer : class id, frozenset of class ids, or tuple of `Marked`
    weight : how much it counts: the share of annotators who agree with it, 1 for soft labels
    soft : probabilities of classes, where several people's answers tell who errs
    """

    task_id: int
    answer: Any
    weight: float
    is_holdout: bool
    soft: Mapping[str, float] | None = None

    @property
    def lesson(self) -> Any:
        """What a learner is taught: the probabilities, where there are any."""
        return self.soft or self.answer


def labelled_tasks(
    project: Project, target: Target, task_ids: Collection[int] | None = None
) -> list[Labelled]:
    """Return every task with an answer to the target; rejected annotations do not count.

    Only those among `task_ids`, if given. Who errs is told by all that people said, so the rest is
    read as well where it is not too much: a task's answer is then the same whoever asks for it. In
    larger projects the tasks that are asked about tell enough of people by themselves.
    """
    wanted = None if task_ids is None else frozenset(task_ids)
    if task_ids is not None and _is_small(project):
        task_ids = None
    rows = lesson_annotations(project).values_list(
        "task_id", "annotator_id", "task__is_holdout", "answers", "regions"
    )
    if task_ids is not None:
        rows = rows.filter(task__in=task_ids)
    given: defaultdict[int, list[Any]] = defaultdict(list)
    votes: list[Vote] = []
    holdout: set[int] = set()
    for task_id, who, is_holdout, answers, regions in rows.iterator(chunk_size=2000):
        answer = answer_of(target, answers, regions)
        if answer is not None:
            given[task_id].append(answer)
            if is_holdout:
                holdout.add(task_id)
            if isinstance(answer, str):
                votes.append((task_id, who, answer))
    # What graded people said of gold teaches nobody: its truth does.
    truths = _truths(project, target, given)
    decided = truths | _decided(project, target, task_ids)
    given.update({task_id: [final] for task_id, final in decided.items()})
    votes = [vote for vote in votes if vote[0] not in decided]
    crowd = crowd_posteriors(votes, target.classes)
    return [
        _by_crowd(task_id, crowd[task_id], task_id in holdout)
        if task_id in crowd
        else Labelled(task_id, *_agreed(answers), task_id in holdout)
        for task_id, answers in given.items()
        if wanted is None or task_id in wanted
    ]


def _is_small(project: Project) -> bool:
    rows = project.annotations.order_by().values("pk")
    return rows[: READ_WHOLE + 1].count() <= READ_WHOLE


def lesson_annotations(project: Project) -> QuerySet[Annotation]:
    """Return the answers that are learned from: what people gave and nobody rejected."""
    return (
        project.annotations.exclude(state=AnnotationState.REJECTED)
        .exclude(origin=ACCEPTED_ORIGIN)
        .order_by("task_id", "pk")
    )


def _truths(project: Project, target: Target, task_ids: Collection[int]) -> dict[int, Any]:
    """Return the known answers of answered gold tasks."""
    rows = Gold.objects.filter(task__project=project, task__annotation_count__gt=0)
    found = {
        task_id: answer_of(target, answers, regions)
        for task_id, answers, regions in rows.values_list("task_id", "answers", "regions")
        if task_id in task_ids
    }
    return {task_id: answer for task_id, answer in found.items() if answer is not None}


def _decided(project: Project, target: Target, task_ids: Collection[int] | None) -> dict[int, Any]:
    """Return what reviewers decided between answers: it goes before what the crowd says."""
    rows = Adjudication.objects.filter(project=project)
    if task_ids is not None:
        rows = rows.filter(task__in=task_ids)
    found = {
        task_id: answer_of(target, answers, regions)
        for task_id, answers, regions in rows.values_list("task_id", "answers", "regions")
    }
    return {task_id: answer for task_id, answer in found.items() if answer is not None}


def answered_tasks(project: Project) -> int:
    """Count the tasks that people answered."""
    answered = project.tasks.filter(annotation_count__gt=0).count()
    return answered - answered_by_model(project).count()


def answered_by_model(project: Project) -> QuerySet[Task]:
    """Return the tasks that have an accepted label and nothing else: no label to count or learn."""
    if not Acceptance.objects.filter(project=project, state__in=STANDING).exists():
        return project.tasks.none()
    return project.tasks.filter(annotation_count=1, annotations__origin=ACCEPTED_ORIGIN)


def newest_annotation(project: Project) -> int:
    """Return the id of the newest annotation, 0 when there is none."""
    newest = project.annotations.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def new_labels(project: Project, after: int, *, most: int | None = None) -> int:
    """Count training labels younger than annotation `after`, at most `most`."""
    rows = project.annotations.filter(pk__gt=after, task__is_holdout=False)
    rows = rows.exclude(origin=ACCEPTED_ORIGIN)
    return len(rows.values_list("pk", flat=True)[:most]) if most else rows.count()


def answer_of(target: Target, answers: dict[str, Any], regions: list[dict[str, Any]]) -> Any:
    """Return what an annotation says to the target; None where it says nothing."""
    known = set(target.classes)
    if not KINDS[target.kind].reads_vectors:
        return tuple(_marked(target, known, regions))
    value = answers.get(target.label.id)
    if target.kind == "multichoice":
        return frozenset(value) & known if isinstance(value, list) else None
    return value if isinstance(value, str) and value in known else None


def _marked(target: Target, known: set[str], regions: Iterable[dict[str, Any]]) -> Iterable[Marked]:
    for region in regions:
        if region.get("label") == target.label.id and region.get("class") in known:
            yield Marked(target.kind, region["class"], region.get("geometry") or {})


def _by_crowd(task_id: int, soft: Mapping[str, float], is_holdout: bool) -> Labelled:
    best = max(soft, key=lambda name: soft[name])
    return Labelled(task_id, best, 1.0, is_holdout, soft)


def _agreed(given: list[Any]) -> tuple[Any, float]:
    """Return one of the answers and how far the others agree with it.

    Of values the most frequent one (the earliest of equally frequent ones) and its share; of sets
    of regions the one that is most like the others.
    """
    if len(given) > 1 and isinstance(given[0], tuple):
        likeness = [_mean_likeness(i, given) for i in range(len(given))]
        best = max(range(len(given)), key=lambda i: likeness[i])
        return given[best], (1.0 + (len(given) - 1) * likeness[best]) / len(given)
    answer, count = Counter(given).most_common(1)[0]
    return answer, count / len(given)


def _mean_likeness(mine: int, given: list[tuple[Marked, ...]]) -> float:
    """Return the mean share of regions (F1) that one answer has in common with each other one."""
    others = [answer for place, answer in enumerate(given) if place != mine]
    return sum(_likeness(given[mine], other) for other in others) / len(others)


def _likeness(one: tuple[Marked, ...], other: tuple[Marked, ...]) -> float:
    both = len(one) + len(other)
    return 2.0 * len(matched(one, other, SAME_PLACE)) / both if both else 1.0
