"""Sequences that several people tagged: a hidden Markov model with a confusion matrix a person.

What a piece is depends on the piece before it: nothing goes on inside a mark that did not begin.
People are as for choices, tag by tag; the truth is one path through all the pieces.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import digamma

from annotators.aggregation.pooled import crowd_rates

__all__ = ["Tagged", "fuse_sequences"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]
STRENGTH = 2.0
"""Pieces of a tag that the crowd's way of tagging it is worth to a person's own."""
ANCHOR = 0.25
"""Share of the counts that stays with what most people said, lest the model walk off."""
SMOOTHING = 0.01
STEP = 0.1
"""Steps from each tag to each that may follow, imagined beforehand."""
NEVER = 1e-30


@dataclass(frozen=True, slots=True, eq=False)
class Tagged:
    """The likeliest path of each sequence.

    Attributes
    ----------
    tag : ndarray of int, shape (n_pieces,)
        Of the likeliest path as a whole.
    posterior : ndarray, shape (n_pieces, n_tags)
    confusion : ndarray, shape (n_annotators, n_tags, n_tags)
        Rows true tag, columns given tag.
    n_iterations : int
    """

    tag: Index
    posterior: Array
    confusion: Array
    n_iterations: int


def fuse_sequences(
    lengths: Index,
    given: tuple[Index, Index, Index],
    may_follow: NDArray[np.bool_],
    may_begin: NDArray[np.bool_],
    n_annotators: int,
    *,
    tolerance: float = 1e-4,
    max_iterations: int = 50,
) -> Tagged:
    """Infer the tags of pieces that lie one after another in sequences.

    Parameters
    ----------
    lengths : ndarray of int, shape (n_sequences,)
        Pieces of each; they are numbered through from the first sequence to the last.
    given : three ndarrays of int, shape (n_votes,)
        Piece, annotator, tag.
    may_follow : ndarray of bool, shape (n_tags, n_tags)
        Whether the second tag may come after the first.
    may_begin : ndarray of bool, shape (n_tags,)
    n_annotators : int
    tolerance : float
        Stop when posteriors move by less a piece.
    max_iterations : int

    References
    ----------
    Nguyen, Wallace, Li, Nenkova & Lease (2017), "Aggregating and predicting sequence labels from
    crowd annotations", doi:10.18653/v1/P17-1028; Rabiner (1989), "A tutorial on hidden Markov
    models", doi:10.1109/5.18626.
    """
    n_pieces, n_tags = int(lengths.sum()), len(may_begin)
    chain = _Chain.of(lengths)
    piece, annotator, tag = given
    votes = sparse.csr_matrix(
        (np.ones(len(piece)), (piece, annotator * n_tags + tag)),
        shape=(n_pieces, n_annotators * n_tags),
    )
    by_column = votes.T.tocsr()
    counts = np.zeros((n_pieces, n_tags))
    np.add.at(counts, (piece, tag), 1.0)
    posterior = counts / counts.sum(1, keepdims=True)
    held = ANCHOR * _by_person(by_column @ posterior, n_tags)
    step = np.where(may_follow, STEP, 0.0) + chain.steps(posterior) * may_follow
    begin = np.where(may_begin, STEP, 0.0) + posterior[chain.first].sum(0) * may_begin
    rates = held
    n_iterations, converged = 0, False
    while n_iterations < max_iterations and not converged:
        n_iterations += 1
        expected = _by_person(by_column @ posterior, n_tags) + held
        rates = expected + STRENGTH * crowd_rates(expected, STRENGTH) + SMOOTHING
        likelihood = _likelihood(votes, rates)
        steps = _shares(step)
        new, seen = chain.smooth(likelihood, steps, _shares(begin))
        step = np.where(may_follow, STEP, 0.0) + seen
        begin = np.where(may_begin, STEP, 0.0) + new[chain.first].sum(0)
        converged = float(np.abs(new - posterior).sum()) < tolerance * n_pieces
        posterior = new
    path = chain.likeliest(_likelihood(votes, rates), _shares(step), _shares(begin))
    return Tagged(path, posterior, rates / rates.sum(2, keepdims=True), n_iterations)


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """Sequences, the longest first, so that one step is taken in all that are long enough."""

    first: Index
    """The first piece of each."""
    alive: Index
    """How many sequences have more than t pieces, by t."""

    @classmethod
    def of(cls, lengths: Index) -> "_Chain":
        order = np.argsort(-lengths, kind="stable")
        first = (lengths.cumsum() - lengths)[order]
        alive = (lengths[:, None] > np.arange(lengths.max())).sum(0)
        return cls(first, alive)

    def at(self, t: int) -> Index:
        """Pieces at place t."""
        pieces: Index = self.first[: self.alive[t]] + t
        return pieces

    def steps(self, posterior: Array) -> Array:
        """Count steps from tag to tag, as if pieces had nothing to do with each other."""
        seen = np.zeros((posterior.shape[1],) * 2)
        for t in range(1, len(self.alive)):
            at = self.at(t)
            seen += posterior[at - 1].T @ posterior[at]
        return seen

    def smooth(self, likelihood: Array, steps: Array, begin: Array) -> tuple[Array, Array]:
        """Forward and backward: the posterior of each piece, and expected steps, (tag, tag)."""
        ahead, scale = np.empty_like(likelihood), np.empty((len(likelihood), 1))
        for t in range(len(self.alive)):
            at = self.at(t)
            reached = (ahead[at - 1] @ steps if t else begin) * likelihood[at]
            scale[at] = reached.sum(1, keepdims=True).clip(NEVER)
            ahead[at] = reached / scale[at]
        behind = np.ones_like(likelihood)
        seen = np.zeros_like(steps)
        for t in range(len(self.alive) - 1, 0, -1):
            at = self.at(t)
            onward = likelihood[at] * behind[at] / scale[at]
            behind[at - 1] = onward @ steps.T
            seen += (ahead[at - 1].T @ onward) * steps
        posterior = ahead * behind
        posterior /= posterior.sum(1, keepdims=True).clip(NEVER)
        return posterior, seen

    def likeliest(self, likelihood: Array, steps: Array, begin: Array) -> Index:
        """Return the likeliest path as a whole (Viterbi)."""
        log_like, log_steps = np.log(likelihood.clip(NEVER)), np.log(steps.clip(NEVER))
        best, came = np.empty_like(log_like), np.zeros(log_like.shape, dtype=np.int64)
        for t in range(len(self.alive)):
            at = self.at(t)
            if t:
                ways = best[at - 1][:, :, None] + log_steps
                came[at], best[at] = ways.argmax(1), ways.max(1) + log_like[at]
            else:
                best[at] = np.log(begin.clip(NEVER)) + log_like[at]
        tag = best.argmax(1)
        for t in range(len(self.alive) - 1, 0, -1):
            at = self.at(t)
            tag[at - 1] = came[at, tag[at]]
        return tag


def _by_person(expected: Array, n_tags: int) -> Array:
    """[annotator * given, true] → [annotator, true, given]."""
    return expected.reshape(-1, n_tags, n_tags).transpose(0, 2, 1)


def _likelihood(votes: sparse.csr_matrix, rates: Array) -> Array:
    """Of what was said about each piece, by its true tag; the likeliest is 1."""
    log_rates = digamma(rates) - digamma(rates.sum(2, keepdims=True))
    joint: Array = votes @ log_rates.transpose(0, 2, 1).reshape(-1, rates.shape[1])
    joint -= joint.max(1, keepdims=True)
    return np.exp(joint)


def _shares(counts: Array) -> Array:
    shares: Array = counts / counts.sum(-1, keepdims=True)
    return shares
