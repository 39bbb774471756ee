"""The acquisition functions by name."""

from __future__ import annotations

from typing import Protocol

from numpy.typing import ArrayLike

from active_learning.acquisition.bald import bald
from active_learning.acquisition.distributions import Floats
from active_learning.acquisition.entropy import entropy
from active_learning.acquisition.least_confidence import least_confidence
from active_learning.acquisition.margin import margin
from active_learning.acquisition.multilabel import multilabel_entropy, multilabel_margin
from active_learning.acquisition.seed_band import seed_band
from active_learning.acquisition.variation_ratio import variation_ratio
from labeling.kernel.registry import Registry

__all__ = ["ACQUISITIONS", "ENSEMBLE_ACQUISITIONS", "Acquisition", "EnsembleAcquisition"]


class Acquisition(Protocol):
    """Distribution (N, K) to utility (N,), larger is better; NaN is refused."""

    def __call__(self, probabilities: ArrayLike, /) -> Floats: ...


ACQUISITIONS: Registry[Acquisition] = Registry("acquisition function")
for _name, _function in (
    ("margin", margin),
    ("least_confidence", least_confidence),
    ("entropy", entropy),
    ("seed_band", seed_band),
    ("multilabel_margin", multilabel_margin),
    ("multilabel_entropy", multilabel_entropy),
):
    ACQUISITIONS.add(_name, _function)


class EnsembleAcquisition(Protocol):
    """Distributions (S, N, K) by S models to utility (N,), larger is better; NaN is refused."""

    def __call__(self, ensemble: ArrayLike, /) -> Floats: ...


ENSEMBLE_ACQUISITIONS: Registry[EnsembleAcquisition] = Registry("ensemble acquisition function")
ENSEMBLE_ACQUISITIONS.add("bald", bald)
ENSEMBLE_ACQUISITIONS.add("variation_ratio", variation_ratio)
