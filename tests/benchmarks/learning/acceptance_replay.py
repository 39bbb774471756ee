"""Replays labelling with a hold-out, and asks at each stand how much could be accepted."""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from active_learning.acceptance import Tallies, certify, labels_missing, look_share
from active_learning.calibration import fit_temperature
from active_learning.learners.choice import STRENGTH, blank_head, one_hot
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features, LinearHead
from tests.benchmarks.learning.sets import trec6
from tests.shared_data import shared

BATCH = 350
GROWTH = 1.2
"""As the product: it looks again at so many times the labels of its last look."""
Columns = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Pool:
    """Every task of a project, with the truth."""

    name: str
    vectors: np.ndarray
    labels: np.ndarray
    holdout_share: float
    stands: tuple[tuple[int, int], ...]
    """Labels that the strategy chose, and random ones on the hold-out, at each stand."""


@dataclass
class Path:
    """What a project's looks at one bound came to so far."""

    looks: int = 0
    sample: int = 0


@dataclass(frozen=True)
class Outcome:
    """One stand of one replay at one bound: shares of the open tasks, and whether it broke."""

    labels: int
    alpha: float
    by_class: bool
    first: float
    """Accepted, were this the project's first look."""
    first_broke: bool
    path: float | None
    """Accepted by a project that looked whenever it was due; None where it was not."""
    path_broke: bool


def mnist_pixels() -> Pool:
    """10,000 digits: 64 principal components of the pixels, scaled to unit length."""
    folder = shared("data/img_mnist_t10k")
    raw = gzip.decompress((folder / "t10k-images-idx3-ubyte.gz").read_bytes())
    pixels = np.frombuffer(raw, np.uint8, offset=16).reshape(-1, 784) / 255.0
    raw = gzip.decompress((folder / "t10k-labels-idx1-ubyte.gz").read_bytes())
    labels = np.frombuffer(raw, np.uint8, offset=8).astype(str)
    stands = ((300, 1000), (1000, 2400), (2000, 4000))
    return Pool("MNIST pixels", _components(pixels, 64), labels, 0.4, stands)


def trec() -> Pool:
    """5,952 questions of six classes: 128 components of the product's text vectors."""
    data = trec6()
    vectors = np.vstack([data.pool, data.test])
    labels = np.concatenate([data.pool_labels, data.test_labels])
    stands = ((300, 700), (1000, 1500), (2000, 2380))
    return Pool("TREC-6", _components(vectors, 128), labels, 0.4, stands)


def _components(rows: np.ndarray, count: int) -> np.ndarray:
    """Return the first principal components, scaled to unit length."""
    centred = rows.astype(np.float64) - rows.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    vectors = (centred @ axes[:, -count:]).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@dataclass
class Replay:
    """One seed: margin chooses, the hold-out is answered at random beside it."""

    pool: Pool
    seed: int
    audit_share: float = 0.05
    delta: float = 0.05
    paths: dict[tuple[float, bool], Path] = field(default_factory=dict)

    def run(self, bounds: Sequence[tuple[float, bool]]) -> Iterator[Outcome]:
        """Yield every stand's outcome at every bound (alpha, class by class or not)."""
        rng = np.random.default_rng(self.seed)
        order = rng.permutation(len(self.pool.labels))
        held = round(self.pool.holdout_share * len(order))
        holdout, rest = order[:held], order[held:]
        head, chosen = None, rest[:20]
        for labels, audited in self.pool.stands:
            while True:
                head = self._fitted(chosen, head)
                unseen = np.setdiff1d(rest, chosen)
                if len(chosen) >= labels:
                    break
                picks = self._picks(head, unseen, min(BATCH, labels - len(chosen)))
                chosen = np.concatenate([chosen, picks])
            sure = replace(head, temperature=self._temperature(chosen, rng))
            told = [self._told(sure, rows) for rows in (holdout[:audited], chosen, unseen)]
            for alpha, by_class in bounds:
                yield self._outcome(told, labels + audited, alpha, by_class, rng)

    def _fitted(self, rows: np.ndarray, start: LinearHead | None = None) -> LinearHead:
        """Fit the product's head, from the last one as the product does."""
        classes = tuple(sorted(set(self.pool.labels[rows])))
        features = Features(self.pool.vectors[rows])
        samples = Samples(features, one_hot(self.pool.labels[rows], classes), np.ones(len(rows)))
        head = (start or blank_head(features, classes)).with_classes(classes)
        return fit_head(samples, head, strength=STRENGTH)

    def _temperature(self, rows: np.ndarray, rng: np.random.Generator) -> float:
        """Calibrate on a quarter that a fit of the rest did not see, as the product does."""
        mixed = rng.permutation(rows)
        unseen, seen = np.split(mixed, [len(mixed) // 4])
        part = self._fitted(seen)
        known = unseen[np.isin(self.pool.labels[unseen], part.classes)]
        logits = part.logits(Features(self.pool.vectors[known]))
        return fit_temperature(logits, one_hot(self.pool.labels[known], part.classes))

    def _picks(self, head: LinearHead, unseen: np.ndarray, count: int) -> np.ndarray:
        top = np.sort(head.predict_proba(Features(self.pool.vectors[unseen])), axis=1)
        return unseen[np.argsort(top[:, -1] - top[:, -2])[:count]]

    def _told(self, head: LinearHead, rows: np.ndarray) -> Columns:
        """Return scores (rounded as they are stored), predicted columns, and which are wrong."""
        stated = head.predict_proba(Features(self.pool.vectors[rows]))
        said = stated.argmax(axis=1)
        wrong = np.array(head.classes)[said] != self.pool.labels[rows]
        return np.round(stated.max(axis=1), 6), said, wrong

    def _outcome(
        self,
        told: Sequence[Columns],
        labels: int,
        alpha: float,
        by_class: bool,
        rng: np.random.Generator,
    ) -> Outcome:
        tallies = _tallied(told, by_class)
        first = self._accepted(told, tallies, alpha, by_class, self.delta * look_share(1), rng)
        path = self.paths.setdefault((alpha, by_class), Path())
        level, sample = self.delta * look_share(path.looks + 1), len(told[0][0])
        blank = Tallies(tallies.sample, 0 * tallies.wrong, tallies.gone, tallies.open)
        is_enough = labels_missing(blank, alpha=alpha, level=level) == 0
        if not is_enough or sample < GROWTH * path.sample:
            return Outcome(labels, alpha, by_class, *first, None, False)
        path.looks, path.sample = path.looks + 1, sample
        looked = self._accepted(told, tallies, alpha, by_class, level, rng)
        return Outcome(labels, alpha, by_class, *first, *looked)

    def _accepted(
        self,
        told: Sequence[Columns],
        tallies: Tallies,
        alpha: float,
        by_class: bool,
        level: float,
        rng: np.random.Generator,
    ) -> tuple[float, bool]:
        """Return the share accepted, and whether any group holds more errors than promised."""
        score, said, wrong = told[2]
        found = certify(tallies, alpha=alpha, delta=level, audit_share=self.audit_share)
        accepted, is_broken = 0, False
        for group, step in found.chosen.items():
            own = said == group if by_class else np.ones_like(wrong)
            above = np.flatnonzero((score >= step.threshold) & own)
            kept = rng.permutation(above)[: step.accepts]
            accepted += len(kept)
            is_broken |= bool(wrong[kept].sum() > alpha * len(kept))
        return accepted / len(score), is_broken


def _tallied(told: Sequence[Columns], by_class: bool) -> Tallies:
    groups = int(max(said.max(initial=0) for _, said, _ in told)) + 1 if by_class else 1

    def own(said: np.ndarray) -> np.ndarray:
        return said if by_class else np.zeros_like(said)

    (score, said, wrong), (gone, gone_said, _), (open_, open_said, _) = told
    return Tallies.count(
        (score, own(said), wrong), (gone, own(gone_said)), (open_, own(open_said)), groups=groups
    )
