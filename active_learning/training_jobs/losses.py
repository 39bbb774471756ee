"""What training makes small: how surprising answers are, how far a student is from its teacher.

References
----------
Hinton, Vinyals & Dean (2015), Distilling the Knowledge in a Neural Network, arXiv:1503.02531.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from active_learning.training_jobs.rows import Rows

__all__ = ["label_loss", "teacher_loss"]

LEAST = 1e-9
"""Divides where no row counts."""


def label_loss(
    scores: torch.Tensor,
    rows: Rows,
    whole: Rows,
    class_weights: torch.Tensor,
    *,
    independent: bool,
) -> torch.Tensor:
    """Return what ``rows`` add to the weighted mean of the surprises of ``whole``.

    Parameters
    ----------
    scores : of shape (n, K), of ``rows``
    whole : the batch of which ``rows`` are all or a part
    class_weights : of shape (K,)
    """
    if independent:
        each = functional.binary_cross_entropy_with_logits(
            scores, rows.targets, reduction="none", pos_weight=class_weights
        ).sum(dim=1)
        return (rows.weights * each).sum() / whole.weights.sum().clamp(min=LEAST)
    each = -(rows.targets * functional.log_softmax(scores, dim=1)).sum(dim=1)
    counted, counted_in_all = (
        part.weights * (part.targets * class_weights).sum(dim=1) for part in (rows, whole)
    )
    return (counted * each).sum() / counted_in_all.sum().clamp(min=LEAST)


def teacher_loss(
    scores: torch.Tensor, rows: Rows, whole: Rows, softness: float, *, independent: bool
) -> torch.Tensor:
    """Return what ``rows`` add to the mean divergence from the softened teacher.

    Times the square of the softness, as in section 2 of the paper: gradients shrink by that much,
    and labels and teacher keep their shares whatever the softness.
    """
    assert rows.soft is not None
    assert rows.trust is not None
    assert whole.trust is not None
    cooler = scores / softness
    if independent:
        entropy = functional.binary_cross_entropy(rows.soft, rows.soft, reduction="none")
        crossed = functional.binary_cross_entropy_with_logits(cooler, rows.soft, reduction="none")
        each = (crossed - entropy).sum(dim=1)
    else:
        each = functional.kl_div(
            functional.log_softmax(cooler, dim=1), rows.soft, reduction="none"
        ).sum(dim=1)
    return softness**2 * (rows.trust * each).sum() / whole.trust.sum().clamp(min=LEAST)
