"""Acquisition functions: from a predictive distribution to a utility, larger is better."""

from active_learning.acquisition.distributions import (
    DistributionError,
    checked_distribution,
    in_blocks,
    top_two,
)
from active_learning.acquisition.entropy import entropy
from active_learning.acquisition.least_confidence import least_confidence
from active_learning.acquisition.margin import margin
from active_learning.acquisition.multilabel import (
    multilabel_entropy,
    multilabel_margin,
    multilabel_top,
)
from active_learning.acquisition.registry import ACQUISITIONS, Acquisition
from active_learning.acquisition.seed_band import Band, in_band, seed_band

__all__ = [
    "ACQUISITIONS",
    "Acquisition",
    "Band",
    "DistributionError",
    "checked_distribution",
    "entropy",
    "in_band",
    "in_blocks",
    "least_confidence",
    "margin",
    "multilabel_entropy",
    "multilabel_margin",
    "multilabel_top",
    "seed_band",
    "top_two",
]
