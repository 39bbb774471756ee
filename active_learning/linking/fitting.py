"""Fits the linker: of the marks that a person could have linked, the one they did link wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from active_learning.learners.minimising import minimise, never
from active_learning.linking.marks import Marks
from active_learning.linking.scorer import Basis, LinkScorer

__all__ = ["Choice", "Lessons", "fit_linker"]

STRENGTH = 30.0
"""Variance of the form's entries. Not tuned: the first value tried gave the documented figures."""
STEPS = 12
UNLINKED = 0.25
"""Weight of candidates that nobody linked to anything: some are the same thing, left alone."""
_NOTHING = -1e9


@dataclass(frozen=True)
class Choice:
    """One decision of a person: these of those candidates belong to the anchor.

    `anchor` and `candidates` index marks of opposite families; `weights` in (0, 1].
    """

    anchor: int
    candidates: tuple[int, ...]
    is_linked: tuple[bool, ...]
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Lessons:
    """Every mark of the tasks with confirmed links, and the decisions in both directions."""

    words: Marks
    pictures: Marks
    from_words: Sequence[Choice]
    from_pictures: Sequence[Choice]
    links: int


def fit_linker(
    lessons: Lessons,
    *,
    encoders: tuple[str, str],
    strength: float = STRENGTH,
    should_stop: Callable[[], bool] = never,
) -> LinkScorer:
    """Maximise the likelihood of all decisions under a softmax among their candidates.

    The objective is convex, ``-sum log p(linked | candidates) + |form - prior|^2 / (2 strength)``,
    so that five links are enough to learn something and the result does not depend on luck. The
    prior holds that equal class names belong together.

    References
    ----------
    McFadden (1974), "Conditional logit analysis of qualitative choice behavior".
    Oord et al. (2018), "Representation learning with contrastive predictive coding",
    arXiv:1807.03748: the same softmax among candidates.
    """
    basis = Basis.of(lessons.words, lessons.pictures)
    words = torch.from_numpy(basis.of_words(lessons.words))
    pictures = torch.from_numpy(basis.of_pictures(lessons.pictures))
    prior = torch.from_numpy(name_prior(basis))
    form = prior.clone().requires_grad_(True)
    tables = [_table(lessons.from_words), _table(lessons.from_pictures)]

    def loss() -> torch.Tensor:
        scores = (words @ form) @ pictures.T
        total = ((form - prior) ** 2).sum() / (2.0 * strength)
        for table, direction in zip(tables, (scores, scores.T), strict=True):
            if table is not None:
                total = total + _surprise(direction, *table)
        return total

    minimise(loss, [form], should_stop, steps=STEPS)
    return LinkScorer(basis, form.detach().numpy(), encoders, lessons.links)


def name_prior(basis: Basis) -> NDArray[np.float32]:
    """Return the form before any link: 1 where the class of both marks is called the same."""
    form = np.zeros(basis.shape, dtype=np.float32)
    rows = len(basis.word_mean)
    columns = basis.shape[1] - 1 - len(basis.picture_names)
    for i, word in enumerate(basis.word_names):
        for j, place in enumerate(basis.picture_names):
            form[rows + i, columns + j] = float(_class_of(word) == _class_of(place) != "")
    return form


def _class_of(named: str) -> str:
    return named.rpartition(":")[2].casefold()


_Table = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def _table(choices: Sequence[Choice]) -> _Table | None:
    """Return anchors (N,), candidates (N, C), log weights (N, C) and whether linked (N, C)."""
    if not choices:
        return None
    most = max(len(choice.candidates) for choice in choices)
    index = np.zeros((len(choices), most), dtype=np.int64)
    weight = np.full((len(choices), most), _NOTHING, dtype=np.float32)
    linked = np.zeros((len(choices), most), dtype=bool)
    for row, choice in enumerate(choices):
        width = len(choice.candidates)
        index[row, :width] = choice.candidates
        weight[row, :width] = np.log(choice.weights)
        linked[row, :width] = choice.is_linked
    anchors = np.array([choice.anchor for choice in choices], dtype=np.int64)
    return (
        torch.from_numpy(anchors),
        torch.from_numpy(index),
        torch.from_numpy(weight),
        torch.from_numpy(linked),
    )


def _surprise(
    scores: torch.Tensor,
    anchors: torch.Tensor,
    index: torch.Tensor,
    weight: torch.Tensor,
    linked: torch.Tensor,
) -> torch.Tensor:
    logits = scores[anchors[:, None], index] + weight
    right = torch.where(linked, logits, torch.full_like(logits, _NOTHING))
    return (torch.logsumexp(logits, dim=1) - torch.logsumexp(right, dim=1)).sum()
