"""How far the votes on a task may be added up as if people erred each on their own.

They do not: what misleads one misleads others, and two who agree are believed too readily. Votes
alone cannot show it, since common errors look like agreement: foretelling each vote from those
before it asks for *more* trust, on every recorded crowd tried. Tasks of known truth do show it.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

__all__ = ["LEAST_TEMPER", "evidence_temper"]

Array = NDArray[np.float64]
LEAST_TEMPER = 0.1
SPREAD = 0.5
"""Standard deviation of the power beforehand, about 1."""


def evidence_temper(evidence: Array, shares: Array, truth: NDArray[np.int64]) -> float:
    """Return the power, `LEAST_TEMPER` to 1, to which what votes say is to be raised.

    Parameters
    ----------
    evidence : ndarray, shape (n_tasks, n_values)
        Log-likelihood of each value by all votes on the task, of tasks whose truth is known.
    shares : ndarray, shape (n_values,)
        Of classes, before any vote.
    truth : ndarray of int, shape (n_tasks,)

    Notes
    -----
    The power at which the known truths were likeliest, drawn towards 1.

    References
    ----------
    Guo, Pleiss, Sun & Weinberger (2017), "On calibration of modern neural networks",
    arXiv:1706.04599, on one temperature for all.
    """
    if not len(truth):
        return 1.0
    rows = np.arange(len(truth))

    def loss(power: float) -> float:
        joint = np.log(shares) + power * evidence
        peak = joint.max(1)
        fit = joint[rows, truth] - peak - np.log(np.exp(joint - peak[:, None]).sum(1))
        return float((power - 1) ** 2 / (2 * SPREAD**2) - fit.sum())

    best = minimize_scalar(loss, bounds=(LEAST_TEMPER, 1.0), method="bounded")
    return float(best.x)
