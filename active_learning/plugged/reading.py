"""A model's tensors as proposals under its own class names, which a project maps to its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.plugged.arrays import Arrays
from active_learning.plugged.declaration import Declaration
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.feeding import Frame
from active_learning.prelabelers.base import Proposal

__all__ = ["FILLS", "read_outputs"]

FILLS = {
    "classes": frozenset({"choice", "multichoice"}),
    "number": frozenset({"number", "rating"}),
    "boxes": frozenset({"box"}),
    "yolo": frozenset({"box"}),
}
"""Label kinds that a reading makes proposals for."""

MOST_BOXES = 300
OVERLAP = 0.5
"""Boxes of one class that share more are one thing seen twice."""
Numbers = NDArray[np.float64]


def read_outputs(declared: Declaration, kind: str, outputs: Arrays, frame: Frame) -> list[Proposal]:
    """Return proposals for labels of a kind, one of `FILLS[declared.reading]`.

    Raises
    ------
    PlugFault
        When the outputs do not have the declared form.
    """
    return _READERS[declared.reading](declared, kind, outputs, frame)


def _classes(declared: Declaration, kind: str, outputs: Arrays, _frame: Frame) -> list[Proposal]:
    """Scores of shape (classes,) or (1, classes); a choice gets the best, a multichoice all."""
    scores = _activated(_named(declared, outputs, "scores", 0).reshape(-1), declared.activation)
    _match_classes(declared, scores.size)
    order = np.argsort(-scores, kind="stable")
    found = [
        Proposal(kind, name, _share(scores[at]))
        for at in order
        if (name := declared.classes[at]) is not None and scores[at] >= declared.threshold
    ]
    if kind == "multichoice":
        return found
    is_best_known = bool(order.size) and declared.classes[order[0]] is not None
    return found[:1] if is_best_known else []


def _number(declared: Declaration, kind: str, outputs: Arrays, _frame: Frame) -> list[Proposal]:
    values = _named(declared, outputs, "scores", 0).reshape(-1)
    if values.size != 1:
        raise _shape("number", "one number", outputs)
    return [Proposal(kind, value=float(values[0]))]


def _boxes(declared: Declaration, kind: str, outputs: Arrays, frame: Frame) -> list[Proposal]:
    """Boxes (n, 4), scores (n,) with classes (n,), or scores (n, classes)."""
    boxes = _rows(_named(declared, outputs, "boxes", 0))
    scores = _named(declared, outputs, "scores", 1)
    if boxes.shape[1] != 4:
        raise _shape("boxes", "rows of four numbers", outputs)
    if scores.size == len(boxes):
        columns = _named(declared, outputs, "classes", 2).reshape(-1).astype(np.int64)
        best = _activated(scores.reshape(-1), declared.activation)
    else:
        rows = _activated(_rows(scores), declared.activation)
        columns, best = rows.argmax(1), rows.max(1)
    if not len(boxes) == len(columns) == len(best):
        raise _shape("boxes", "as many boxes as scores and classes", outputs)
    return _proposed(declared, _corners(boxes, declared, frame), best, columns)


def _yolo(declared: Declaration, kind: str, outputs: Arrays, frame: Frame) -> list[Proposal]:
    """One tensor (1, 4 + classes, candidates), or its transpose; centres and sizes in pixels."""
    table = _rows(_named(declared, outputs, "boxes", 0))
    width = 4 + len(declared.classes)
    if table.shape[1] != width and table.shape[0] == width:
        table = table.T
    if table.shape[1] != width:
        raise _shape("yolo", f"rows of 4 + {len(declared.classes)} numbers", outputs)
    scores = _activated(table[:, 4:], declared.activation)
    corners = _corners(table[:, :4], declared, frame, form="cxcywh")
    return _proposed(declared, corners, scores.max(1), scores.argmax(1))


def _proposed(
    declared: Declaration, corners: Numbers, scores: Numbers, columns: NDArray[Any]
) -> list[Proposal]:
    if columns.size and not 0 <= columns.min() <= columns.max() < len(declared.classes):
        _match_classes(declared, int(columns.max()) + 1)
    found: list[Proposal] = []
    for at in _kept(corners, scores, columns, declared.threshold):
        name = declared.classes[columns[at]]
        left, top, right, bottom = (float(side) for side in corners[at])
        if name is None or right - left < 1 or bottom - top < 1:
            continue
        geometry = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        found.append(Proposal("box", name, _share(scores[at]), geometry))
    return found


def _kept(corners: Numbers, scores: Numbers, columns: NDArray[Any], threshold: float) -> list[int]:
    """Return which boxes stay, the best first: greedy suppression within each class."""
    order = [int(at) for at in np.argsort(-scores, kind="stable") if scores[at] >= threshold]
    kept: list[int] = []
    for at in order[: 10 * MOST_BOXES]:
        rivals = [other for other in kept if columns[other] == columns[at]]
        if not rivals or _overlaps(corners[at], corners[rivals]).max() <= OVERLAP:
            kept.append(at)
        if len(kept) == MOST_BOXES:
            break
    return kept


def _overlaps(one: Numbers, others: Numbers) -> Numbers:
    low = np.maximum(one[:2], others[:, :2])
    high = np.minimum(one[2:], others[:, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=1)
    areas = np.clip(others[:, 2:] - others[:, :2], 0, None).prod(axis=1)
    own = float(np.clip(one[2:] - one[:2], 0, None).prod())
    found: Numbers = shared / np.maximum(areas + own - shared, 1e-9)
    return found


def _corners(boxes: Numbers, declared: Declaration, frame: Frame, form: str = "") -> Numbers:
    """Return left, top, right, bottom in pixels of the original, clipped to it."""
    first, second = boxes[:, :2], boxes[:, 2:]
    match form or declared.form:
        case "xywh":
            low, high = first, first + second
        case "cxcywh":
            low, high = first - second / 2, first + second / 2
        case _:
            low, high = first, second
    if declared.is_share:
        sides = np.array([declared.width, declared.height], dtype=np.float64)
        low, high = low * sides, high * sides
    pad, scale, size = (
        np.array(pair, dtype=np.float64) for pair in (frame.pad, frame.scale, frame.size)
    )
    return np.hstack([np.clip((corner - pad) * scale, 0, size) for corner in (low, high)])


def _named(declared: Declaration, outputs: Arrays, role: str, position: int) -> Numbers:
    names = list(outputs)
    name = (declared.outputs or {}).get(role)
    if name is None:
        if position >= len(names):
            raise _shape(role, f"an output for {role}", outputs)
        name = names[position]
    if name not in outputs:
        raise PlugFault(
            "outputs", f"There is no output {name!r}; it gives {', '.join(names)}.", name=name
        )
    if outputs[name].dtype.kind not in "fiub":
        raise _shape(role, "numbers", outputs)
    return outputs[name].astype(np.float64)


def _rows(values: Numbers) -> Numbers:
    """Drop the batch's side; what is left has rows and columns."""
    while values.ndim > 2 and values.shape[0] == 1:
        values = values[0]
    if values.ndim != 2:
        raise PlugFault("outputs", f"A table was declared; the shape is {list(values.shape)}.")
    return values


def _activated(scores: Numbers, activation: str) -> Numbers:
    match activation:
        case "softmax":
            shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
            found: Numbers = shifted / shifted.sum(axis=-1, keepdims=True)
            return found
        case "sigmoid":
            logistic: Numbers = 1.0 / (1.0 + np.exp(-np.clip(scores, -500, 500)))
            return logistic
        case _:
            return scores


def _match_classes(declared: Declaration, columns: int) -> None:
    if len(declared.classes) != columns:
        raise PlugFault(
            "classes",
            f"The model gives {columns} classes, {len(declared.classes)} are named. Name each, in "
            "the order of its columns.",
            columns=columns,
            named=len(declared.classes),
        )


def _share(score: float) -> float:
    return float(min(1.0, max(0.0, score)))


def _shape(role: str, said: str, outputs: Arrays) -> PlugFault:
    shapes = ", ".join(f"{name} {list(value.shape)}" for name, value in outputs.items())
    return PlugFault("outputs", f"Read as {role}, it should give {said}; it gives {shapes}.")


_READERS: Mapping[str, Callable[[Declaration, str, Arrays, Frame], list[Proposal]]] = {
    "classes": _classes,
    "number": _number,
    "boxes": _boxes,
    "yolo": _yolo,
}
