"""A fully labelled set, split into what may be asked about and what is only measured on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Course", "CourseError", "split_course"]

LEAST_TEST = 20


class CourseError(ValueError):
    """A labelled set that no replay can use; the message names the remedy."""


@dataclass(frozen=True)
class Course:
    """Features and true classes.

    Attributes
    ----------
    name : str
    pool : float array of shape (N, D)
        What a strategy may ask about.
    pool_labels : str array of shape (N,)
    test : float array of shape (T, D)
        What accuracy is measured on; no strategy sees it.
    test_labels : str array of shape (T,)
    is_balanced : bool
        Whether accuracy is the mean over classes (for sets where one class is nearly all).
    """

    name: str
    pool: NDArray[np.floating]
    pool_labels: NDArray[np.str_]
    test: NDArray[np.floating]
    test_labels: NDArray[np.str_]
    is_balanced: bool = False

    def __post_init__(self) -> None:
        for part, rows, labels in (
            ("pool", self.pool, self.pool_labels),
            ("test", self.test, self.test_labels),
        ):
            if len(rows) != len(labels):
                raise CourseError(f"{part}: {len(rows)} rows, {len(labels)} labels")
            if len(rows) == 0:
                raise CourseError(f"the {part} is empty; give more labelled rows")
            bad = ~np.isfinite(rows).all(axis=1)
            if bad.any():
                raise CourseError(f"{part}, row {int(bad.argmax())}: a feature is NaN or infinite")
        if len(set(self.pool_labels.tolist())) < 2:
            raise CourseError("all labels are of one class; a replay needs two at least")

    @property
    def classes(self) -> tuple[str, ...]:
        """Every class of the pool, sorted."""
        return tuple(sorted(set(self.pool_labels.tolist())))

    def accuracy(self, guesses: NDArray[np.str_]) -> float:
        """Return the share of right guesses on the test rows, or its mean over the classes."""
        right = guesses == self.test_labels
        if not self.is_balanced:
            return float(right.mean())
        return float(np.mean([right[self.test_labels == c].mean() for c in set(self.test_labels)]))


def split_course(
    name: str,
    features: NDArray[np.floating],
    labels: NDArray[np.str_],
    *,
    test_share: float,
    rng: np.random.Generator,
) -> Course:
    """Return a course whose test rows are drawn at random."""
    count = round(test_share * len(labels))
    if count < LEAST_TEST:
        raise CourseError(
            f"{len(labels)} labelled rows leave {count} to measure on; "
            f"{int(np.ceil(LEAST_TEST / test_share))} rows are needed at least"
        )
    order = rng.permutation(len(labels))
    test, pool = order[:count], np.sort(order[count:])
    return Course(name, features[pool], labels[pool], features[test], labels[test])
