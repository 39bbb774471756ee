"""A small problem for each learner that the contract is about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from active_learning.learners.boxes import BoxLearner
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.cuboids import CuboidLearner
from active_learning.learners.heads import Features
from active_learning.learners.heads.clusters import ClusterReader
from active_learning.learners.heads.parts import Parts
from active_learning.learners.heads.pieces import OUTLINE
from active_learning.learners.heads.words import WordText
from active_learning.learners.marked import Marked
from active_learning.learners.multichoice import MultiChoiceLearner
from active_learning.learners.outlines import MaskLearner, PolygonLearner
from active_learning.learners.pairwise import PairwiseLearner
from active_learning.learners.ranges import RangeLearner
from active_learning.learners.span import SpanLearner
from labeling.regions import mask as masks


@dataclass
class Subject:
    """A learner and a small problem for it; `take` picks samples out of the inputs."""

    make: Callable[[], Any]
    inputs: Any
    labels: Sequence[Any]
    classes: list[str]
    take: Callable[[Any, list[int]], Any]


def vectors(count: int = 90) -> tuple[Features, np.ndarray]:
    rng = np.random.default_rng(0)
    kind = np.arange(count) % 3
    dense = rng.normal(0, 0.3, size=(count, 6))
    dense[np.arange(count), kind] += 1.5
    return Features(dense.astype(np.float32)), kind


def choice() -> Subject:
    inputs, kind = vectors()
    return Subject(
        ChoiceLearner, inputs, ["abc"[k] for k in kind], ["a", "b", "c"], _rows_of_features
    )


def multichoice() -> Subject:
    inputs, kind = vectors()
    sets = [{"a"}, {"a", "b"}, {"c"}]
    return Subject(
        MultiChoiceLearner,
        inputs,
        [sets[k] for k in kind],
        ["a", "b", "c"],
        _rows_of_features,
    )


def span() -> Subject:
    rng = np.random.default_rng(0)
    texts, labels = [], []
    for index in range(40):
        dense = rng.normal(0, 0.2, size=(6, 4)).astype(np.float32)
        name = "ab"[index % 2]
        dense[2, index % 2] += 2.0
        dense[3, index % 2] += 2.0
        dense[2, 2] += 2.0
        starts = np.arange(6, dtype=np.int64) * 5
        features = Features(dense, csr_matrix((6, 8), dtype=np.float32))
        texts.append(WordText(starts, starts + 4, features))
        labels.append([Marked("span", name, {"start": 10, "end": 19})])
    return Subject(SpanLearner, texts, labels, ["a", "b"], lambda x, i: [x[k] for k in i])


def pairwise() -> Subject:
    rng = np.random.default_rng(0)
    strengths = rng.normal(0, 1.0, size=(90, 2))
    strengths[::3, 1] = strengths[::3, 0]
    strengths[1::3, 0] = strengths[1::3, 1] + 1.5
    strengths[2::3, 0] = strengths[2::3, 1] - 1.5
    noise = rng.normal(0, 0.02, size=(90, 2, 3))
    noise[:, :, 0] += strengths
    return Subject(
        PairwiseLearner,
        Features(noise.reshape(90, 6).astype(np.float32)),
        [("tie", "a", "b")[k % 3] for k in range(90)],
        ["a", "b", "tie"],
        _rows_of_features,
    )


def range_() -> Subject:
    rng = np.random.default_rng(0)
    inputs, labels = [], []
    for index in range(40):
        rows = rng.normal(0, 0.2, size=(14, 4)).astype(np.float32)
        first = 2 + index % 7
        rows[first : first + 4, index % 2] += 2.0
        edges = np.arange(15.0)
        inputs.append(Parts(rows, np.column_stack([edges[:-1], edges[1:]]), np.array([14.0])))
        place = {"start": float(first), "end": float(first + 4)}
        labels.append([Marked("range", "ab"[index % 2], place)])
    return Subject(RangeLearner, inputs, labels, ["a", "b"], lambda x, i: [x[k] for k in i])


def box() -> Subject:
    rng = np.random.default_rng(0)
    inputs, labels = [], []
    rows, columns = 7, 8
    x, y = (np.arange(columns) + 0.5) * 8, (np.arange(rows) + 0.5) * 8
    places = np.column_stack([np.tile(x, rows), np.repeat(y, columns)])
    extent = np.array([8.0 * columns, 8.0 * rows, rows, columns, 8.0, 8.0])
    for index in range(16):
        left, top = int(rng.integers(0, columns - 4)), int(rng.integers(0, rows - 4))
        grid = rng.normal(0, 0.1, size=(rows, columns, 6)).astype(np.float32)
        grid[top : top + 4, left : left + 4, index % 2] += 2.0
        for step in range(4):
            grid[top + step, left : left + 4, 2] += step
            grid[top : top + 4, left + step, 3] += step
        inputs.append(Parts(grid.reshape(rows * columns, 6), places, extent))
        place = {"x": 8.0 * left, "y": 8.0 * top, "width": 32.0, "height": 32.0}
        labels.append([Marked("box", "ab"[index % 2], place)])
    return Subject(BoxLearner, inputs, labels, ["a", "b"], lambda x, i: [x[k] for k in i])


def _outlines(learner: Callable[[], Any], mark: Callable[[str, np.ndarray], Marked]) -> Subject:
    """Pictures with one square of each of two places, and pieces that are of nothing."""
    rng = np.random.default_rng(0)
    turns = np.linspace(0, 1, OUTLINE, endpoint=False)
    steps = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], dtype=np.float64)
    square = np.column_stack([np.interp(turns, np.linspace(0, 1, 5), steps[:, i]) for i in (0, 1)])
    inputs, labels = [], []
    for index in range(30):
        rings = [20 * square + [6 + 40 * place, 5 + index % 7] for place in range(4)]
        features = rng.normal(0, 0.1, size=(4, 6)).astype(np.float32)
        features[index % 3, index % 2] += 1.5
        inputs.append(Parts(features, np.array(rings).reshape(4, -1), np.array([170.0, 40.0])))
        labels.append([mark("ab"[index % 2], rings[index % 3])])
    return Subject(learner, inputs, labels, ["a", "b"], lambda x, i: [x[k] for k in i])


def polygon() -> Subject:
    return _outlines(
        PolygonLearner, lambda name, ring: Marked("polygon", name, {"rings": [ring.tolist()]})
    )


def mask() -> Subject:
    def drawn(name: str, ring: np.ndarray) -> Marked:
        bits = np.zeros((40, 170), bool)
        (left, top), (right, bottom) = ring.min(axis=0).astype(int), ring.max(axis=0).astype(int)
        bits[top:bottom, left:right] = True
        return Marked("mask", name, masks.from_array(bits))

    return _outlines(MaskLearner, drawn)


SIZES = {"a": [4.2, 1.8, 1.5], "b": [0.7, 0.6, 1.7], "": [9.0, 4.0, 3.0]}


def cuboid() -> Subject:
    """Clouds with a car or a person, of which the far end is hidden, and something large."""
    rng = np.random.default_rng(0)
    clouds, labels = [], []
    for index in range(30):
        name = "ab"[index % 2]
        clusters = []
        for what, x in ((name, 8.0 + index % 5), ("", 30.0)):
            size = np.array(SIZES[what]) * rng.uniform(0.95, 1.05, 3)
            hidden = 0.3 * size[0] if what else 0.0
            cuboid = {"center": [x - hidden / 2, 0.0, size[2] / 2], "rotation": [1.0, 0, 0, 0],
                      "size": [size[0] - hidden, *size[1:].tolist()]}  # fmt: skip
            clusters.append({"cuboid": cuboid, "points": 200, "frame": 0})
            if what:
                whole = {**cuboid, "center": [x, 0.0, size[2] / 2], "size": size.tolist()}
                labels.append([Marked("cuboid", what, whole)])
        clouds.append({"frames": 1, "clusters": clusters})
    read = ClusterReader.read(ClusterReader.__new__(ClusterReader), clouds)
    return Subject(CuboidLearner, read, labels, ["a", "b"], lambda x, i: [x[k] for k in i])


SUBJECTS = (choice, multichoice, span, pairwise, range_, box, polygon, mask, cuboid)


def _rows_of_features(features: Features, index: list[int]) -> Features:
    return features.rows(np.array(index, dtype=np.intp))
