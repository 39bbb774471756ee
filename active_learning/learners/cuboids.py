"""Cuboids in point clouds: a calibrated softmax over clusters, and how large each class is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.choice import MAIN, fitted
from active_learning.learners.heads import LinearHead, Metadata, load_heads, save_heads
from active_learning.learners.heads.clusters import cuboid_at
from active_learning.learners.heads.cuboids import SIZES
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.parts import BACKGROUND, Parts
from active_learning.learners.marked import Marked
from active_learning.learners.parts import STRENGTH, PartsLearner
from labeling.regions.cuboid import KIND, contains

__all__ = ["CuboidLearner"]

OVERLAP = 0.15
"""A cluster is often the near corner of a thing: so much of it is enough."""


class CuboidLearner(PartsLearner):
    """See `PartsLearner`: a cluster is of the cuboid that it lies in, or overlaps most."""

    kind = "cuboid"

    def __init__(
        self,
        head: LinearHead | None = None,
        *,
        strength: float = STRENGTH,
        sizes: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        super().__init__(head, strength=strength)
        self.sizes = dict(sizes or {})

    @classmethod
    def resumed(cls, heads: Heads | None) -> CuboidLearner:
        """Go on from a fitted model."""
        return cls(heads.main, sizes=heads.facts.get(SIZES)) if heads else cls()

    @property
    def heads(self) -> Heads:
        """What the fit left behind."""
        return Heads(fitted(self.head), facts={SIZES: self.sizes})

    def note_marks(self, labels: Sequence[Sequence[Marked]], weights: NDArray[np.floating]) -> None:
        """Take the median size of each class."""
        known: defaultdict[str, list[Sequence[float]]] = defaultdict(list)
        for label, weight in zip(labels, weights, strict=True):
            for mark in label if weight > 0 else ():
                known[mark.label_class].append(mark.geometry["size"])
        self.sizes = {name: np.median(sizes, axis=0).tolist() for name, sizes in known.items()}

    def classes_of(self, parts: Parts, marks: Sequence[Marked]) -> list[str]:
        """Return each cluster's class."""
        return [self._class_of(cuboid_at(parts, place), marks) for place in range(len(parts))]

    def _class_of(self, cluster: Mapping[str, object], marks: Sequence[Marked]) -> str:
        best, name = OVERLAP, BACKGROUND
        for mark in marks:
            overlap = KIND.iou(cluster, mark.geometry)
            if cluster.get("frame", 0) == mark.geometry.get("frame", 0) and bool(
                contains(mark.geometry, np.array([cluster["center"]])).all()
            ):
                overlap = max(overlap, OVERLAP) + 1.0
            if overlap > best:
                best, name = overlap, mark.label_class
        return name

    def save(self, path: Path, metadata: Metadata) -> None:
        """Write the head and the sizes as safetensors."""
        save_heads(path, {MAIN: fitted(self.head)}, {**metadata, SIZES: self.sizes})

    @classmethod
    def load(cls, path: Path) -> CuboidLearner:
        """Read what `save` wrote."""
        heads, metadata = load_heads(path)
        return cls(heads[MAIN], sizes=metadata.get(SIZES))
