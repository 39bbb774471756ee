"""Boxes in pictures, by cells: a small network says each cell's class and where the sides are.

References
----------
Tian, Shen, Chen & He (2019), "FCOS: Fully Convolutional One-Stage Object Detection",
https://doi.org/10.1109/ICCV.2019.00972; here one level, its layers fitted to a frozen backbone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.base import Fit, NotEnoughLabels, refuse_unknown
from active_learning.learners.choice import MAIN
from active_learning.learners.heads import LinearHead, Metadata, load_heads, save_heads
from active_learning.learners.heads.boxes import HIDDEN, SIDES, hidden_of
from active_learning.learners.heads.cells import spacing_of, with_context
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import BACKGROUND, Parts
from active_learning.learners.marked import Marked
from active_learning.learners.minimising import never
from active_learning.learners.network import Examples, Layers, fit_network

__all__ = ["BoxLearner"]

UNITS = 128
CORE, RIM = 0.4, 0.65
"""Of a box's width and height about its middle: cells in the first are its own, those up to the
second are nobody's, and from there on they are background, so that a thing is found once."""
BACKGROUND_SHARE = 4
LEAST_BACKGROUND = 500
MOST_CELLS = 200_000
IGNORED = -1
OBJECT_WEIGHT = 4.0


class BoxLearner:
    """See `Learner`; a sample is a picture's cells, `predict_proba` gives a row a cell."""

    kind = "box"

    def __init__(self, heads: Heads | None = None) -> None:
        self._heads = heads

    @classmethod
    def resumed(cls, heads: Heads | None) -> BoxLearner:
        """Go on from a fitted model: what it knows serves until the next fit is done."""
        return cls(heads)

    @property
    def heads(self) -> Heads:
        """What the fit left behind."""
        if self._heads is None:
            raise NotEnoughLabels("the learner has not been fitted")
        return self._heads

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that were marked at least once, in the ontology's order."""
        known = self._heads.main.classes if self._heads else ()
        return tuple(name for name in known if name != BACKGROUND)

    def fit(
        self,
        inputs: Sequence[Parts],
        labels: Sequence[Sequence[Marked]],
        *,
        classes: Sequence[str],
        rng: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
        should_stop: Callable[[], bool] = never,
    ) -> Fit:
        """Fit on the boxes of each picture; a picture without boxes is a label too.

        Raises
        ------
        NotEnoughLabels
            When nothing was ever marked.
        """
        present = {mark.label_class for label in labels for mark in label}
        refuse_unknown(present, classes)
        seen = (BACKGROUND, *(name for name in classes if name in present))
        if len(seen) < 2 or not any(len(parts) for parts in inputs):
            raise NotEnoughLabels("no box has been marked yet")
        each = np.ones(len(inputs)) if weights is None else np.asarray(weights)
        picked = [
            _of_picture(_examples(parts, label, seen, rng), place, float(weight))
            for place, (parts, label, weight) in enumerate(zip(inputs, labels, each, strict=True))
            if len(parts) and weight > 0.0
        ]
        layers = fit_network(
            _within(picked, rng),
            classes=len(seen),
            hidden=UNITS,
            rng=rng,
            should_stop=should_stop,
        )
        self._heads = _heads(layers, seen)
        return Fit(len(inputs), self.classes, 1.0)

    def predict_proba(self, inputs: Sequence[Parts]) -> NDArray[np.floating]:
        """Return class probabilities of all cells, picture after picture, shape (sum of P, K)."""
        heads = self.heads
        rows = [heads.main.predict_proba(hidden_of(heads, parts)) for parts in inputs]
        return np.vstack(rows) if rows else np.empty((0, len(heads.main.classes)))

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write the heads as safetensors."""
        save_heads(path, {MAIN: self.heads.main, **self.heads.more}, metadata)

    @classmethod
    def load(cls, path: Path) -> BoxLearner:
        """Read what `save` wrote."""
        heads, _ = load_heads(path)
        return cls(Heads(heads.pop(MAIN), heads))


def _of_picture(examples: Examples, place: int, weight: float) -> Examples:
    groups = np.full(len(examples.classes), place)
    return replace(examples, groups=groups, weights=examples.weights * weight)


def _examples(
    parts: Parts, marks: Sequence[Marked], seen: tuple[str, ...], rng: np.random.Generator
) -> Examples:
    """Return a picture's own cells of boxes and some of its background, weighted for the rest."""
    classes, sides, shares = assigned(parts, marks, seen)
    own, rest = np.flatnonzero(classes > 0), np.flatnonzero(classes == 0)
    count = min(len(rest), max(LEAST_BACKGROUND, BACKGROUND_SHARE * len(own)))
    drawn = rng.choice(rest, count, replace=False)
    rows = np.concatenate([own, drawn])
    stands_for = len(rest) / max(count, 1)
    each = np.concatenate([shares[own], np.full(count, stands_for)])
    features = with_context(parts)[rows]
    return Examples(features, classes[rows], sides[rows], each, np.zeros(len(rows), np.int64))


def assigned(
    parts: Parts, marks: Sequence[Marked], seen: tuple[str, ...]
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float64]]:
    """Say of each cell its class, the logarithm of its cells to the four sides, and its weight.

    Where boxes overlap the smaller one has the cell; a box too small for any has the nearest.
    """
    classes = np.zeros(len(parts), dtype=np.int64)
    sides = np.full((len(parts), 4), np.nan, dtype=np.float32)
    shares = np.ones(len(parts))
    spacing = spacing_of(parts)
    largest_first = sorted(marks, key=lambda m: -m.geometry["width"] * m.geometry["height"])
    for mark in largest_first:
        near = np.array([mark.geometry["x"], mark.geometry["y"]], dtype=np.float64)
        size = np.array([mark.geometry["width"], mark.geometry["height"]], dtype=np.float64)
        away = np.abs(parts.places - (near + size / 2))
        core: NDArray[np.bool_] = np.logical_and.reduce(away <= CORE * size / 2, axis=1)
        if not core.any():
            core[int((away / spacing).sum(axis=1).argmin())] = True
        around = (away <= RIM * size / 2).all(axis=1)
        classes[around & (classes == 0)] = IGNORED
        classes[core] = seen.index(mark.label_class)
        # A large box has many cells; it is one thing none the less.
        shares[core] = OBJECT_WEIGHT / np.sqrt(core.sum())
        reach = np.hstack([parts.places[core] - near, near + size - parts.places[core]])
        cells = np.maximum(reach / np.tile(spacing, 2), 0.1)
        sides[core] = np.log(cells)
    return classes, sides, shares


def _within(picked: Sequence[Examples], rng: np.random.Generator) -> Examples:
    """Join pictures, or as many random ones as `MOST_CELLS` allows."""
    lengths = np.array([len(item.classes) for item in picked])
    order = rng.permutation(len(picked))
    kept = order[np.cumsum(lengths[order]) <= MOST_CELLS]
    chosen = [picked[i] for i in sorted(kept if len(kept) else order[:1])]
    columns = zip(
        *((e.features, e.classes, e.numbers, e.weights, e.groups) for e in chosen), strict=True
    )
    features, classes, numbers, weights, groups = (np.concatenate(column) for column in columns)
    return Examples(features, classes, numbers, weights, groups)


def _heads(layers: Layers, seen: tuple[str, ...]) -> Heads:
    units = tuple(f"unit {i}" for i in range(UNITS))
    sides = ("left", "top", "right", "bottom")
    more = {HIDDEN: LinearHead(units, *layers.hidden), SIDES: LinearHead(sides, *layers.numbers)}
    return Heads(LinearHead(seen, *layers.classes), more)
