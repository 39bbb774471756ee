"""The default: an average of models, each weighing less the further it walks from the votes.

No model is safe alone: each of them loses points to a mere count on some real crowd. They fail in
one manner that can be seen without knowing the truth: a class swallows others, so that the shares
of classes that the model claims are far from the shares of votes. Held-out likelihood of votes
does not tell (on both zencrowd sets it prefers the models that are 3-5 points worse), since what
explains votes best need not be what was asked.
"""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.consensus import Aggregated, Aggregator
from annotators.aggregation.expectation import expected_accuracy, vote_shares
from annotators.aggregation.glad import glad
from annotators.aggregation.one_coin import one_coin
from annotators.aggregation.pooled import anchored, pooled
from annotators.aggregation.subtypes import subtypes
from annotators.agreement.votes import Votes

__all__ = ["MEMBERS", "auto", "model_weight"]

MEMBERS: Mapping[str, Aggregator] = MappingProxyType(
    {
        "one_coin": one_coin,
        "glad": glad,
        "subtypes": subtypes,
        "pooled": pooled,
        "anchored": anchored,
    }
)
BELIEVABLE = 0.01
"""Nats by which the shares of classes may move before a model's weight falls to a third."""


def auto(votes: Votes) -> Aggregated:
    """Average the models' posteriors, weighted by how believable their shares of classes are.

    References
    ----------
    Hoeting, Madigan, Raftery & Volinsky (1999), "Bayesian model averaging: a tutorial",
    doi:10.1214/ss/1009212519, on why an average beats a choice.
    """
    shares = vote_shares(votes)
    posterior = np.zeros_like(shares)
    confusion = np.zeros((len(votes.annotators), len(votes.values), len(votes.values)))
    weights: dict[str, float] = {}
    with_matrix, n_iterations, converged = 0.0, 0, True
    for name, aggregate in MEMBERS.items():
        found = aggregate(votes)
        weight = model_weight(found.posterior, shares)
        weights[name] = weight
        posterior += weight * found.posterior
        if found.confusion is not None:
            confusion += weight * found.confusion
            with_matrix += weight
        n_iterations = max(n_iterations, found.n_iterations)
        converged = converged and found.converged
    total = sum(weights.values())
    posterior /= total
    return Aggregated(
        posterior,
        expected_accuracy(votes, posterior),
        confusion / with_matrix,
        n_iterations,
        converged,
        members={name: weight / total for name, weight in weights.items()},
    )


def model_weight(posterior: NDArray[np.float64], shares: NDArray[np.float64]) -> float:
    """Return exp(-KL / `BELIEVABLE`), the divergence of claimed shares of classes from the votes'.

    Parameters
    ----------
    posterior, shares : ndarray, shape (n_tasks, n_values)
        What a model says, and the shares of votes.
    """
    claimed, voted = posterior.mean(0) + 1e-3, shares.mean(0) + 1e-3
    claimed /= claimed.sum()
    voted /= voted.sum()
    divergence = float((claimed * np.log(claimed / voted)).sum())
    return max(float(np.exp(-divergence / BELIEVABLE)), 1e-12)
