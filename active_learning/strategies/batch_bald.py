"""BatchBALD: the batch that says most about the model together (small pools, an ensemble)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from active_learning.acquisition.bald import bald
from active_learning.acquisition.distributions import Floats
from active_learning.strategies.choosing import best_first, bounded, note_for
from active_learning.strategies.pool import Pool, Query, Reason

__all__ = ["BatchBald", "joint_information"]

MOST_POINTS = 2_000
"""The best by BALD alone: each step weighs every candidate against every configuration."""
CONFIGURATIONS = 512
"""Joint answers of the batch so far; beyond, they are drawn."""
MOST_JOINT = 24
"""Places chosen jointly; sampling noise decides beyond, and the rest goes by BALD."""


class BatchBald:
    """Greedy maximiser of the mutual information between a batch's classes and the model.

    References
    ----------
    Kirsch, van Amersfoort & Gal (2019), BatchBALD, arXiv:1906.08158.
    """

    name = "batch_bald"
    needs_model = True
    needs_ensemble = True

    def query(self, pool: Pool, batch_size: int, rng: np.random.Generator) -> Query:
        """Return the batch in the order of choice."""
        if pool.ensemble is None:
            raise ValueError("batch_bald needs an ensemble of models; use badge with a single one")
        size = bounded(pool, batch_size)
        alone = bald(pool.ensemble)
        wide = best_first(alone, pool.ids, min(MOST_POINTS, len(pool)))
        joint, gains = joint_information(pool.ensemble[:, wide], min(size, MOST_JOINT), rng)
        first = wide[joint]
        rest = np.setdiff1d(np.arange(len(pool)), first)
        tail = rest[best_first(alone[rest], pool.ids[rest], size - len(first))]
        # What a later pick adds is never more than what it says alone, nor than the one before.
        floor = float(gains[-1]) if len(gains) else 1.0
        added = np.concatenate([gains, np.minimum(alone[tail], floor)])
        reasons: list[Reason] = [
            {"code": self.name, "params": {"information": round(float(gain), 6)}} for gain in added
        ]
        return Query(
            pool.ids[np.concatenate([first, tail])],
            added,
            reasons,
            self.name,
            note_for(pool, batch_size),
        )


def joint_information(
    ensemble: Floats, size: int, rng: np.random.Generator
) -> tuple[NDArray[np.intp], Floats]:
    """Return ``size`` rows and what each adds to the joint information, in units of ``log K``.

    Parameters
    ----------
    ensemble : array of shape (S, N, K)
    """
    members, count, classes = ensemble.shape
    unit = np.log(max(classes, 2))
    doubts = _entropy(ensemble).mean(axis=0)
    # Of each configuration of classes of the batch so far: its probability by each member, and
    # how many configurations it stands for.
    joint: Floats = np.ones((1, members))
    stands_for: Floats = np.ones(1)
    chosen: list[int] = []
    gains: list[float] = []
    so_far, own = 0.0, 0.0
    for _ in range(min(size, count)):
        total = _joint_entropies(ensemble, joint, stands_for) - own - doubts
        total[chosen] = -np.inf
        best = int(total.argmax())
        gains.append(float(np.clip((total[best] - so_far) / unit, 0.0, gains[-1] if gains else 1)))
        chosen.append(best)
        so_far, own = float(total[best]), own + float(doubts[best])
        joint, stands_for = _extended(joint, stands_for, ensemble[:, best], rng)
    return np.array(chosen, dtype=np.intp), np.array(gains)


def _entropy(p: Floats) -> Floats:
    clipped = np.clip(p, 1e-12, 1.0)
    nats: Floats = -(clipped * np.log(clipped)).sum(axis=-1)
    return nats


def _joint_entropies(ensemble: Floats, joint: Floats, stands_for: Floats) -> Floats:
    """Return the entropy of (batch so far, candidate) for each candidate, shape (N,)."""
    members, count, classes = ensemble.shape
    # p(configuration, class) is the mean over members of their product.
    flat = joint @ ensemble.reshape(members, count * classes) / members
    together = np.clip(flat.reshape(len(joint), count, classes), 1e-300, None)
    nats: Floats = -np.einsum("c,cnk->n", stands_for, together * np.log(together))
    return nats


def _extended(
    joint: Floats, stands_for: Floats, answer: Floats, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return configurations with one more answer, at most `CONFIGURATIONS` of them.

    Beyond, they are drawn in proportion to their probability, and each drawn one stands for as
    many as make the sum over all of them come out right on average.
    """
    grown = (joint[:, None, :] * answer.T[None, :, :]).reshape(-1, joint.shape[1])
    weights = np.repeat(stands_for, answer.shape[1])
    if len(grown) <= CONFIGURATIONS:
        return grown, weights
    chance = weights * grown.mean(axis=1)
    total = chance.sum()
    drawn = rng.choice(len(grown), CONFIGURATIONS, p=chance / total)
    kept, times = np.unique(drawn, return_counts=True)
    return grown[kept], weights[kept] * times * total / (CONFIGURATIONS * chance[kept])
