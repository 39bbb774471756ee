"""The strategies by name; ``auto`` is the default, ``auto_start`` what it is without a hold-out."""

from __future__ import annotations

from active_learning.acquisition.entropy import entropy
from active_learning.acquisition.least_confidence import least_confidence
from active_learning.acquisition.margin import margin
from active_learning.acquisition.multilabel import multilabel_margin
from active_learning.acquisition.seed_band import seed_band
from active_learning.strategies.auto import Auto
from active_learning.strategies.auto_start import AutoStart
from active_learning.strategies.badge import Badge
from active_learning.strategies.batch_bald import BatchBald
from active_learning.strategies.class_balance import ClassBalanced
from active_learning.strategies.density import DensityWeighted
from active_learning.strategies.diverse_utility import DiverseUtility
from active_learning.strategies.k_center import KCenter
from active_learning.strategies.pool import Strategy
from active_learning.strategies.prob_cover import ProbCover
from active_learning.strategies.random_order import RandomOrder
from active_learning.strategies.stochastic import Stochastic
from active_learning.strategies.top_utility import TopUtility
from active_learning.strategies.typiclust import TypiClust
from labeling.kernel.registry import Registry

__all__ = ["STRATEGIES"]

_start = AutoStart("auto_start", DiverseUtility("margin", margin))
STRATEGIES: Registry[Strategy] = Registry("query strategy")
for _strategy in (
    Auto("auto", _start, (_start.warm, Badge(), ClassBalanced("balanced_margin", margin))),
    _start,
    AutoStart("auto_start_multilabel", DiverseUtility("multilabel_margin", multilabel_margin)),
    RandomOrder(),
    TypiClust(),
    TopUtility("margin", margin),
    TopUtility("seed_band", seed_band),
    TopUtility("entropy", entropy),
    TopUtility("least_confidence", least_confidence),
    TopUtility("multilabel_margin", multilabel_margin),
    KCenter(),
    Badge(),
    BatchBald(),
    ProbCover(),
    DensityWeighted("density_margin", margin),
    Stochastic("power_margin", margin),
    Stochastic("softmax_margin", margin, form="softmax", beta=10.0),
    ClassBalanced("balanced_margin", margin),
):
    STRATEGIES.add(_strategy.name, _strategy)
