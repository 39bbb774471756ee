"""What people answered to the target question, one answer a task."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from active_learning.selectors.target import Target
from labeling.models import AnnotationState, Project


@dataclass(frozen=True, slots=True)
class Labelled:
    """One task's answer.

    `answer` is a class id, a frozenset of class ids, or a tuple of (start, end, class id);
    `weight` is the share of annotators who agree with it.
    """

    task_id: int
    answer: Any
    weight: float
    is_holdout: bool


def labelled_tasks(
    project: Project, target: Target, task_ids: Collection[int] | None = None
) -> list[Labelled]:
    """Return every task with an answer to the target; rejected annotations do not count."""
    rows = (
        project.annotations.exclude(state=AnnotationState.REJECTED)
        .order_by("task_id", "pk")
        .values_list("task_id", "task__is_holdout", "answers", "regions")
    )
    if task_ids is not None:
        rows = rows.filter(task__in=task_ids)
    votes: defaultdict[int, list[Any]] = defaultdict(list)
    holdout: set[int] = set()
    for task_id, is_holdout, answers, regions in rows.iterator(chunk_size=2000):
        answer = _answer(target, answers, regions)
        if answer is not None:
            votes[task_id].append(answer)
            if is_holdout:
                holdout.add(task_id)
    return [
        Labelled(task_id, *_agreed(given), task_id in holdout) for task_id, given in votes.items()
    ]


def newest_annotation(project: Project) -> int:
    """Return the id of the newest annotation, 0 when there is none."""
    newest = project.annotations.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def new_labels(project: Project, after: int, *, most: int | None = None) -> int:
    """Count training labels younger than annotation `after`, at most `most`."""
    rows = project.annotations.filter(pk__gt=after, task__is_holdout=False)
    return len(rows.values_list("pk", flat=True)[:most]) if most else rows.count()


def _answer(target: Target, answers: dict[str, Any], regions: list[dict[str, Any]]) -> Any:
    known = set(target.classes)
    if target.kind == "span":
        return tuple(_spans(target.label.id, known, regions))
    value = answers.get(target.label.id)
    if target.kind == "choice":
        return value if isinstance(value, str) and value in known else None
    return frozenset(value) & known if isinstance(value, list) else None


def _spans(
    label_id: str, known: set[str], regions: Iterable[dict[str, Any]]
) -> Iterable[tuple[int, int, str]]:
    for region in regions:
        place = region.get("geometry") or {}
        if region.get("label") == label_id and region.get("class") in known:
            yield place["start"], place["end"], region["class"]


def _agreed(given: list[Any]) -> tuple[Any, float]:
    """Return the most frequent answer (the earliest of equally frequent ones) and its share."""
    answer, count = Counter(given).most_common(1)[0]
    return answer, count / len(given)
