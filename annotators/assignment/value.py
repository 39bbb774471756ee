"""The expected gain in consensus of one more opinion, for many tasks and people at once."""

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "opinion_gain",
    "opinion_information",
    "opinion_value",
    "sampled_accuracy",
    "wants_more",
]

Array = NDArray[np.float64]
TINY = 1e-12


def opinion_value(
    posterior: Array, accuracy: Array, *, cost: Array | None = None, worth: Array | None = None
) -> Array:
    """Return how much likelier the consensus becomes right by one opinion more, per unit of cost.

    Parameters
    ----------
    posterior : ndarray, shape (n_tasks, n_values)
        What is believed of each task now.
    accuracy : ndarray, shape (n_people,)
        Of each person; wrong answers fall on the other values alike.
    cost : ndarray, shape (n_people,), optional
        Time or pay an opinion; 1 by default.
    worth : ndarray, shape (n_values,), optional
        Of being right about a value; 1 by default.

    Returns
    -------
    ndarray, shape (n_tasks, n_people)
        At least 0: an opinion that cannot change the decision is worth nothing.

    Notes
    -----
    Before: the worth of the best decision. After: its mean over what the person may say. With
    answers wrong alike, saying value l turns p_k into p_k e (k not l) and p_l a, so the best
    decision after l is l itself or the best of the others: no loop over values is nested.

    References
    ----------
    Zheng, Wang, Li, Cheng & Feng (2015), "QASCA: a quality-aware task assignment system for
    crowdsourcing applications", doi:10.1145/2723372.2749430.
    """
    gains = [opinion_gain(posterior, np.full(len(posterior), one), worth=worth) for one in accuracy]
    gain: Array = np.stack(gains, axis=1) if gains else np.zeros((len(posterior), 0))
    return gain if cost is None else gain / cost


def opinion_gain(posterior: Array, accuracy: Array, *, worth: Array | None = None) -> Array:
    """Return what one person's opinion is worth on each task, shape (n_tasks,).

    Parameters
    ----------
    posterior : ndarray, shape (n_tasks, n_values)
    accuracy : ndarray, shape (n_tasks,)
        Of this person on each task: nobody is equally good at everything.
    worth : ndarray, shape (n_values,), optional
    """
    weighed = posterior if worth is None else posterior * worth
    n_values = posterior.shape[1]
    best = weighed.max(1, keepdims=True)
    runner_up = np.partition(weighed, -2, axis=1)[:, -2, None] if n_values > 1 else 0 * best
    # The best of the other values, for each value that may be said.
    others = np.where(weighed >= best, runner_up, best)
    wrong = (1 - accuracy) / max(n_values - 1, 1)
    after = np.maximum(weighed * accuracy[:, None], others * wrong[:, None]).sum(1)
    gain: Array = np.maximum(after - best[:, 0], 0.0)
    return gain


def opinion_information(posterior: Array, accuracy: Array) -> Array:
    """Return how much an opinion is expected to tell of each task, in nats, (..., n_tasks).

    The gain in being right looks one opinion ahead, and is 0 wherever no single opinion turns the
    decision, though two would. What an opinion tells adds up over opinions, so the greedy choice of
    it is near the best plan of many.

    Parameters
    ----------
    posterior : ndarray, shape (n_tasks, n_values)
    accuracy : ndarray, shape (..., n_tasks)
        Of one person or several; wrong answers fall on the other values alike.

    References
    ----------
    Lindley (1956), "On a measure of the information provided by an experiment",
    doi:10.1214/aoms/1177728069; Krause & Guestrin (2005), "Near-optimal nonmyopic value of
    information in graphical models", arXiv:1207.1394.
    """
    n_values = posterior.shape[1]
    wrong = (1 - accuracy) / max(n_values - 1, 1)
    said = posterior * (accuracy - wrong)[..., None] + wrong[..., None]
    spread = np.einsum("...k,...k->...", said, np.log(said + TINY))
    noise = accuracy * np.log(accuracy + TINY) + (1 - accuracy) * np.log(wrong + TINY)
    found: Array = np.maximum(noise - spread, 0.0)
    return found


def wants_more(
    posterior: Array, n_votes: NDArray[np.int64], *, target: float, most: int, least: int = 1
) -> NDArray[np.bool_]:
    """Return which tasks want another opinion: not sure enough, and not asked too often.

    Parameters
    ----------
    posterior : ndarray, shape (n_tasks, n_values)
    n_votes : ndarray of int, shape (n_tasks,)
    target : float
        Stop when the likeliest value is at least so probable.
    most, least : int
        Opinions never exceeded, and always asked for.
    """
    unsure = posterior.max(1) < target
    wanted: NDArray[np.bool_] = (n_votes < least) | (unsure & (n_votes < most))
    return wanted


def sampled_accuracy(right: Array, answered: Array, rng: np.random.Generator) -> Array:
    """Draw an accuracy a person from what is known: new people are tried, bad ones seldom.

    References
    ----------
    Thompson (1933), "On the likelihood that one unknown probability exceeds another",
    doi:10.1093/biomet/25.3-4.285.
    """
    return rng.beta(right + 1.0, answered - right + 1.0)
