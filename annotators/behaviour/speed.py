"""How long answers take: by the server's clock, without the breaks, by kind and size of task."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import t as student

__all__ = ["IDLE_S", "SIZES", "Pace", "pace", "pace_by", "size_of", "worked_seconds"]

Array = NDArray[np.float64]
IDLE_S = 600.0
"""A longer gap between two answers is a break whatever the pace."""
IDLE_TIMES = 8.0
"""So is one that is so many times the middle gap."""
LEAST_IDLE_S = 60.0
TOGETHER_S = 0.3
"""Answers closer than this were given at once, from a grid."""
SHORTEST_S = 0.05
SIZES = ("s", "m", "l")
MARK = 100
"""Characters of reading that one mark made is worth."""
SMALL, LARGE = 400, 3000
"""Characters that part small, middling and large tasks."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The middle of the seconds an answer takes, with its 95 % interval."""

    seconds: float
    low: float
    high: float
    n_answers: int

    @property
    def per_hour(self) -> float:
        """Answers an hour of work."""
        return 3600 / self.seconds


def worked_seconds(at_s: ArrayLike, claimed_s: ArrayLike) -> Array:
    """Return the seconds that each answer took, NaN where that cannot be told.

    Parameters
    ----------
    at_s : array, shape (n_answers,)
        When the server stored each answer, rising.
    claimed_s : array, shape (n_answers,)
        What the client measured; 0 where it did not.

    Notes
    -----
    The gap to the answer before is the server's own measure, and an upper bound that no client can
    stretch. After a break, or first of all, the client's word is taken, up to what counts as a
    break. Answers given at once share their gap.
    """
    at, claimed = np.asarray(at_s, dtype=np.float64), np.asarray(claimed_s, dtype=np.float64)
    if not at.size:
        return at
    first = np.concatenate([[True], np.diff(at) > TOGETHER_S])
    group = first.cumsum() - 1
    size = np.bincount(group).astype(np.float64)
    gaps = np.concatenate([[np.inf], np.diff(at[first])])
    inside = gaps[np.isfinite(gaps) & (gaps <= IDLE_S)]
    middle = float(np.median(inside)) if inside.size else IDLE_S
    longest = float(np.clip(IDLE_TIMES * middle, LEAST_IDLE_S, IDLE_S))
    by_server = (gaps / size)[group]
    by_client = np.where((claimed > 0) & (claimed <= longest), claimed, np.nan)
    worked: Array = np.where((gaps <= longest)[group], by_server, by_client)
    return np.where(worked >= SHORTEST_S, worked, np.where(np.isnan(worked), np.nan, SHORTEST_S))


def pace(seconds: ArrayLike, *, level: float = 0.95) -> Pace | None:
    """Return the typical seconds of an answer; None with fewer than two.

    Times are taken as log-normal: the middle is the mean of logs, and its interval Student's.
    """
    logs = np.log(np.asarray(seconds, dtype=np.float64))
    if len(logs) < 2:
        return None
    middle = float(logs.mean())
    half = float(student.ppf((1 + level) / 2, len(logs) - 1) * logs.std(ddof=1) / len(logs) ** 0.5)
    return Pace(exp(middle), exp(middle - half), exp(middle + half), len(logs))


def pace_by(seconds: Array, of: Sequence[Hashable]) -> dict[Hashable, Pace]:
    """Return the pace of each kind or size of task, where there is enough."""
    names = np.asarray(of, dtype=object)
    found = {name: pace(seconds[names == name]) for name in dict.fromkeys(of)}
    return {name: one for name, one in found.items() if one is not None}


def size_of(characters: int, marks: int) -> str:
    """Return the size of a task: by what there is to read, and what was marked."""
    work = characters + MARK * marks
    return SIZES[int(work > SMALL) + int(work > LARGE)]
