"""Which annotations the held-out models speak against: one way a kind of answer."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.label_errors import (
    MarkedText,
    Place,
    RegionsOfTask,
    find_label_errors,
    find_mark_errors,
    find_region_errors,
    find_span_errors,
)
from active_learning.learners.resolving import judge_of
from active_learning.selectors.given_answers import Given
from active_learning.services.cross_fitting import HeldOut
from labeling.ontology.schema import Label
from labeling.regions.registry import KINDS as REGION_KINDS


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubtful place of one annotation; `given` and `suggested` are class ids, or empty."""

    given_answer: Given
    kind: str
    given: str
    suggested: str
    score: float
    probability: float
    own_probability: float | None = None
    region: str = ""
    place: dict[str, Any] | None = None


@dataclass(frozen=True)
class Evidence:
    """What is asked about, and what was answered."""

    label: Label
    given: Sequence[Given]
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(item.id for item in self.label.classes))

    def of_tasks(self, known: Iterable[int]) -> list[Given]:
        """Return the answers to tasks that could be judged."""
        tasks = set(known)
        return [item for item in self.given if item.task_id in tasks]


Doubter = Callable[[Evidence, Iterable[HeldOut]], list[Doubt]]


def doubt_choices(evidence: Evidence, folds: Iterable[HeldOut]) -> list[Doubt]:
    """Confident learning over the class each annotation gives."""
    row_of, rows = _rows(evidence, folds)
    given = evidence.of_tasks(row_of)
    if not given:
        return []
    column = {name: index for index, name in enumerate(evidence.names)}
    table = rows[[row_of[item.task_id] for item in given]]
    columns = np.array([column[item.answer] for item in given])
    # What both prunings name is nearly all that either finds, and half as often in vain.
    errors = find_label_errors(table, columns, prune="both")
    own = table[errors.rows, errors.given]
    return [
        Doubt(
            given[row], "class", evidence.names[was], evidence.names[better], score, p, float(own_p)
        )
        for row, was, better, score, p, own_p in zip(
            errors.rows.tolist(),
            errors.given.tolist(),
            errors.suggested.tolist(),
            errors.score.tolist(),
            errors.probability.tolist(),
            own.tolist(),
            strict=True,
        )
    ]


def doubt_multichoices(evidence: Evidence, folds: Iterable[HeldOut]) -> list[Doubt]:
    """Confident learning over each class against the rest."""
    row_of, rows = _rows(evidence, folds)
    given = evidence.of_tasks(row_of)
    if not given:
        return []
    table = rows[[row_of[item.task_id] for item in given]]
    marks = np.array([[name in item.answer for name in evidence.names] for item in given])
    errors = find_mark_errors(table, marks)
    return [
        _mark_doubt(given[row], evidence.names[c], is_given=was, score=score, probability=p)
        for row, c, was, score, p in zip(
            errors.rows.tolist(),
            errors.classes.tolist(),
            errors.given.tolist(),
            errors.score.tolist(),
            errors.probability.tolist(),
            strict=True,
        )
    ]


def doubt_spans(evidence: Evidence, folds: Iterable[HeldOut]) -> list[Doubt]:
    """Confident learning over words."""
    by_task = _by_task(evidence)
    texts: list[MarkedText] = []
    owners: list[Given] = []
    for fold in folds:
        tags = _word_rows(evidence.names, fold)
        for task_id, words, rows in zip(fold.task_ids, fold.inputs, tags, strict=True):
            for item in by_task[task_id]:
                texts.append(MarkedText(words.starts, words.ends, rows, _places(evidence, item)))
                owners.append(item)
    return [_span_doubt(evidence, owners[error.text], error) for error in find_span_errors(texts)]


def doubt_regions(evidence: Evidence, folds: Iterable[HeldOut]) -> list[Doubt]:
    """Compare regions with those that a held-out model finds."""
    judge = judge_of(evidence.label.kind)
    found: dict[int, list[Predicted]] = {}
    for fold in folds:
        judged = judge(fold.learner.heads, fold.inputs)
        for task_id, judgement in zip(fold.task_ids, judged, strict=True):
            found[task_id] = [
                Predicted(region.label_class, region.geometry, region.score)
                for region in judgement.regions
            ]
    return doubt_by_predicted(evidence, found)


@dataclass(frozen=True, slots=True)
class Predicted:
    """A region as a model marked it."""

    label_class: str
    geometry: dict[str, Any]
    score: float


def doubt_by_predicted(evidence: Evidence, found: dict[int, list[Predicted]]) -> list[Doubt]:
    """Compare regions with predicted ones, whoever predicted them."""
    given = evidence.of_tasks(found)
    iou = REGION_KINDS[evidence.label.kind].iou
    tasks = [
        RegionsOfTask(
            [region["class"] for region in item.answer],
            [region.label_class for region in found[item.task_id]],
            np.array([region.score for region in found[item.task_id]], dtype=np.float64),
            _overlaps(iou, item.answer, found[item.task_id]),
        )
        for item in given
    ]
    return [
        _region_doubt(given[error.task], found[given[error.task].task_id][error.predicted], error)
        for error in find_region_errors(tasks)
    ]


DOUBTERS: dict[str, Doubter] = {
    "choice": doubt_choices,
    "multichoice": doubt_multichoices,
    "span": doubt_spans,
}
"""Kinds with a way of their own; the regions of every other kind are compared by overlap."""


def doubter_of(kind: str) -> Doubter:
    """Return how a kind's answers are doubted."""
    return DOUBTERS.get(kind, doubt_regions)


def _rows(
    evidence: Evidence, folds: Iterable[HeldOut]
) -> tuple[dict[int, int], NDArray[np.float32]]:
    """Return each task's row in a table of probabilities with a column a class."""
    row_of: dict[int, int] = {}
    blocks: list[NDArray[np.float32]] = [np.empty((0, len(evidence.names)), np.float32)]
    for fold in folds:
        block = np.zeros((len(fold.task_ids), len(evidence.names)), dtype=np.float32)
        columns = [evidence.names.index(name) for name in fold.learner.classes]
        block[:, columns] = fold.learner.predict_proba(fold.inputs)
        row_of |= {task_id: len(row_of) + i for i, task_id in enumerate(fold.task_ids)}
        blocks.append(block)
    return row_of, np.concatenate(blocks)


def _word_rows(names: Sequence[str], fold: HeldOut) -> Iterator[NDArray[np.float64]]:
    """Return, a text, probabilities of "no span" and of each class a word, B and I together."""
    tags = fold.learner.heads.main.classes
    column = {name: index + 1 for index, name in enumerate(names)}
    to = [column[tag[2:]] if len(tag) > 2 else 0 for tag in tags]
    every = fold.learner.predict_proba(fold.inputs)
    start = 0
    for words in fold.inputs:
        rows = np.zeros((len(words), len(names) + 1))
        np.add.at(rows.T, to, every[start : start + len(words)].T)
        start += len(words)
        yield rows


def _by_task(evidence: Evidence) -> defaultdict[int, list[Given]]:
    found: defaultdict[int, list[Given]] = defaultdict(list)
    for item in evidence.given:
        found[item.task_id].append(item)
    return found


def _places(evidence: Evidence, item: Given) -> list[Place]:
    return [_place(evidence, region) for region in item.answer]


def _place(evidence: Evidence, region: dict[str, Any]) -> Place:
    where = region["geometry"]
    return Place(where["start"], where["end"], evidence.names.index(region["class"]) + 1)


def _span_doubt(evidence: Evidence, item: Given, error: Any) -> Doubt:
    was, better = error.given, error.suggested
    region = next(
        (region for region in item.answer if was and _place(evidence, region) == was), None
    )
    return Doubt(
        item,
        error.kind,
        evidence.names[was.column - 1] if was else "",
        evidence.names[better.column - 1] if better else "",
        error.score,
        error.probability,
        region=region["id"] if region else "",
        place={"start": better.start, "end": better.end} if better else None,
    )


def _region_doubt(item: Given, predicted: Predicted, error: Any) -> Doubt:
    region = None if error.given is None else item.answer[error.given]
    return Doubt(
        item,
        error.kind,
        region["class"] if region else "",
        predicted.label_class,
        min(1.0, max(0.0, error.score)),
        predicted.score,
        region=region["id"] if region else "",
        place=predicted.geometry,
    )


def _mark_doubt(
    item: Given, name: str, *, is_given: bool, score: float, probability: float
) -> Doubt:
    kind = "spurious" if is_given else "missing"
    given, suggested = (name, "") if is_given else ("", name)
    sure = 1 - probability if is_given else probability
    return Doubt(item, kind, given, suggested, score, sure, 1 - sure)


def _overlaps(
    iou: Callable[[Any, Any], float], given: Sequence[Any], predicted: Sequence[Predicted]
) -> NDArray[np.float64]:
    table = [[iou(mine["geometry"], other.geometry) for other in predicted] for mine in given]
    return np.array(table, dtype=np.float64).reshape(len(given), len(predicted))
