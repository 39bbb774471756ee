"""Split conformal prediction: sets of classes that hold the right one as often as was promised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["ConformalSets", "Score", "calibrate_sets", "conformal_quantile"]

Score = Literal["lac", "aps"]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ConformalSets:
    """Which classes to name: those whose nonconformity is at most the class's ``limits`` entry.

    ``limits`` has shape (K,): one number repeated, or one a class when calibrated class by class.
    Infinity (too few rows for the promise) puts the class into every set.
    """

    score: Score
    limits: Floats

    def sets(
        self, probabilities: NDArray[np.floating], rng: np.random.Generator
    ) -> NDArray[np.bool_]:
        """Return membership, shape (N, K); a set may be empty (no class conforms)."""
        named: NDArray[np.bool_] = _SCORES[self.score](_read(probabilities), rng) <= self.limits
        return named


def calibrate_sets(
    probabilities: NDArray[np.floating],
    truth: NDArray[np.integer],
    *,
    miscoverage: float,
    rng: np.random.Generator,
    score: Score = "lac",
    by_class: bool = False,
) -> ConformalSets:
    """Return sets that miss the right class with probability at most ``miscoverage``.

    Parameters
    ----------
    probabilities : array of shape (N, K)
        Of rows exchangeable with those to come, which no fit saw.
    truth : int array of shape (N,)
        Columns of the right classes.
    score : "lac" or "aps"
        LAC gives the smallest sets on average, APS larger ones that keep the promise more evenly
        between easy and hard rows.
    by_class : bool
        Keep the promise within each class rather than on average over them.

    References
    ----------
    Sadinle, Lei & Wasserman (2019), https://doi.org/10.1080/01621459.2017.1395341 (LAC)
    Romano, Sesia & Candes (2020), arXiv:2006.02544 (APS)
    Vovk (2013), https://doi.org/10.1007/s10994-013-5355-6 (class by class)
    """
    stated = _read(probabilities)
    if not 0.0 < miscoverage < 1.0:
        raise ValueError(f"miscoverage is {miscoverage}; it must lie between 0 and 1")
    columns = stated.shape[1]
    own = _SCORES[score](stated, rng)[np.arange(len(stated)), truth]
    if by_class:
        limits = [conformal_quantile(own[truth == k], miscoverage) for k in range(columns)]
    else:
        limits = [conformal_quantile(own, miscoverage)] * columns
    return ConformalSets(score, np.array(limits, dtype=np.float64))


def conformal_quantile(scores: Floats, miscoverage: float) -> float:
    """Return the ceil((n + 1)(1 - miscoverage))-th smallest score; infinity where there is none."""
    rank = int(np.ceil((len(scores) + 1) * (1.0 - miscoverage) - 1e-9))
    return float(np.partition(scores, rank - 1)[rank - 1]) if rank <= len(scores) else float("inf")


def _lac(stated: Floats, _rng: np.random.Generator) -> Floats:
    return 1.0 - stated


def _aps(stated: Floats, rng: np.random.Generator) -> Floats:
    """Probability of the classes at least as likely, the own one counted in part (at random)."""
    order = np.argsort(-stated, axis=1, kind="stable")
    ranked = np.take_along_axis(stated, order, axis=1)
    before = np.cumsum(ranked, axis=1) - ranked
    scores = np.empty_like(stated)
    np.put_along_axis(scores, order, before + rng.random((len(stated), 1)) * ranked, axis=1)
    return scores


_SCORES: dict[Score, Callable[[Floats, np.random.Generator], Floats]] = {"lac": _lac, "aps": _aps}


def _read(probabilities: NDArray[np.floating]) -> Floats:
    stated = np.asarray(probabilities, dtype=np.float64)
    if not np.isfinite(stated).all():
        raise ValueError("probabilities hold NaN or infinity")
    return stated
