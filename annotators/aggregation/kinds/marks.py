"""Located marks: which marks of different people are one thing, whether it is there, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.kinds.fusion import fuse
from annotators.aggregation.pooled import pooled
from annotators.agreement.votes import Votes
from labeling.regions import KINDS

__all__ = ["Thing", "aggregate_marks"]

Array = NDArray[np.float64]
Mark = Mapping[str, Any]
SAME = {"cuboid": 0.25, "polyline": 0.3, "span": 0.3, "range": 0.3, "track": 0.3}
"""Overlap from which two marks may be one thing, where it is not a half: thin and turned ones."""
LIKELY = 0.5


@dataclass(slots=True)
class Thing:
    """What several people marked, and how likely it is there.

    Attributes
    ----------
    task
        Whose task.
    marks
        Annotator → their mark of it.
    probability
        That there is such a thing.
    region
        Its fused geometry and class.
    share
        Of the weight of those who marked it, behind the class.
    """

    task: int
    marks: dict[int, Mark]
    probability: float = 0.0
    region: dict[str, Any] = field(default_factory=dict)
    share: float = 1.0

    @property
    def is_likely(self) -> bool:
        """Whether it belongs into the consensus."""
        return self.probability >= LIKELY


def aggregate_marks(
    kind: str, given: Mapping[int, Mapping[int, Sequence[Mark]]]
) -> tuple[list[Thing], dict[int, float]]:
    """Infer the things that are there, and how reliably each person finds them.

    Parameters
    ----------
    kind : str
        Of the marks.
    given : mapping of task to mapping of annotator to marks
        An empty list is a person who looked and found nothing, which counts against a thing; a
        person who is missing says nothing.

    Returns
    -------
    list of Thing
        Likely and unlikely ones.
    dict of int to float
        Accuracy of each annotator about whether a thing is there.
    """
    things = [
        Thing(task, cluster)
        for task, people in given.items()
        for cluster in _clusters(kind, people)
    ]
    if not things:
        return [], {}
    rows = [
        (index, who, who in thing.marks)
        for index, thing in enumerate(things)
        for who in given[thing.task]
    ]
    votes = Votes.from_rows(rows, (False, True))
    found = pooled(votes, anchor=1.0)
    ability = dict(zip(votes.annotators, found.accuracy.tolist(), strict=True))
    for thing, probability in zip(things, found.posterior[:, 1].tolist(), strict=True):
        thing.probability = probability
        _describe(kind, thing, np.asarray([ability[who] for who in thing.marks]))
    return things, {int(str(who)): accuracy for who, accuracy in ability.items()}


def _describe(kind: str, thing: Thing, weights: Array) -> None:
    """Vote on the class, and fuse the places of those who saw it so."""
    marks = list(thing.marks.values())
    classes = list(dict.fromkeys(mark.get("class") for mark in marks))
    votes = [
        sum(w for mark, w in zip(marks, weights, strict=True) if mark.get("class") == name)
        for name in classes
    ]
    best = int(np.argmax(votes))
    thing.share = float(votes[best] / weights.sum())
    geometry = fuse(kind, [mark["geometry"] for mark in marks], weights)
    thing.region = {"class": classes[best], "geometry": geometry}


def _clusters(kind: str, people: Mapping[int, Sequence[Mark]]) -> list[dict[int, Mark]]:
    """Join the most overlapping marks first, never two of one person."""
    marks = [(who, mark) for who, own in people.items() for mark in own]
    iou, least = KINDS[kind].iou, SAME.get(kind, 0.5)
    pairs = sorted(
        (-overlap, i, j)
        for i, (who, one) in enumerate(marks)
        for j, (other, two) in enumerate(marks[i + 1 :], i + 1)
        if who != other and (overlap := iou(one["geometry"], two["geometry"])) >= least
    )
    cluster = [{i} for i in range(len(marks))]
    for _, i, j in pairs:
        one, two = cluster[i], cluster[j]
        if one is two or {marks[a][0] for a in one} & {marks[b][0] for b in two}:
            continue
        one |= two
        for member in two:
            cluster[member] = one
    distinct = {id(members): members for members in cluster}.values()
    return [dict(marks[i] for i in sorted(members)) for members in distinct]
