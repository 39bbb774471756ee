"""Looks for better numbers in a recipe: Optuna's TPE, unpromising trials cut short.

References
----------
Bergstra, Bardenet, Bengio & Kegl (2011), Algorithms for Hyper-Parameter Optimization, NeurIPS 24.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import optuna
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.trial import TrialState

from active_learning.training_jobs.epochs import Course, Point, run_epochs
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import CHOICES, ON_VECTORS, Recipe

__all__ = ["Searched", "Tried", "search_recipe"]

STARTUP = 5
"""Trials before the first is cut short and before TPE takes over from chance."""
WARM = 3
"""Best trials of earlier searches that are tried again first."""

optuna.logging.set_verbosity(optuna.logging.WARNING)


@dataclass(frozen=True)
class Tried:
    """One trial: its numbers, and the least validation loss; ``state`` is "done" or "pruned"."""

    number: int
    params: Mapping[str, Any]
    loss: float
    accuracy: float | None
    epochs: int
    state: str
    warm: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the wire form."""
        return vars(self) | {"params": dict(self.params), "loss": round(self.loss, 6)}


@dataclass(frozen=True)
class Searched:
    """The best recipe found and everything that was tried."""

    recipe: Recipe
    trials: tuple[Tried, ...]


def search_recipe(
    material: Material,
    recipe: Recipe,
    *,
    trials: int,
    known: Sequence[Tried] = (),
    warm: Sequence[Mapping[str, Any]] = (),
    tell: Callable[[Tried], None] = lambda tried: None,
    course: Course | None = None,
) -> Searched:
    """Try recipes like this one and return the one with the least validation loss.

    Parameters
    ----------
    trials : how many in all, those in ``known`` included
    known : trials of this very search, from before it was interrupted
    warm : numbers that did best in earlier searches; tried first, for their losses were measured
        on other rows
    course : asked whether to stop; its ``tell`` is not called
    """
    course = course or Course()
    space = _space(recipe)
    study = optuna.create_study(
        sampler=optuna.samplers.TPESampler(
            seed=recipe.seed + len(known), n_startup_trials=STARTUP, multivariate=True
        ),
        pruner=optuna.pruners.MedianPruner(
            n_startup_trials=STARTUP, n_warmup_steps=max(3, recipe.epochs // 6)
        ),
    )
    done = list(known)
    for tried in known:
        study.add_trial(_as_trial(tried, space))
    tried_again = {_key(tried.params) for tried in known}
    for params in warm[:WARM]:
        fitting = {name: value for name, value in params.items() if name in space}
        if _fits(fitting, space) and _key(fitting) not in tried_again:
            study.enqueue_trial(fitting, user_attrs={"warm": True})
    while len(done) < trials:
        trial = study.ask(dict(space))
        done.append(_run(study, trial, material, recipe, course))
        tell(done[-1])
    finished = [tried for tried in done if tried.state == "done"] or done
    best = min(finished, key=lambda tried: tried.loss)
    return Searched(replace(recipe, **best.params), tuple(done))


def _run(
    study: optuna.Study,
    trial: optuna.Trial,
    material: Material,
    recipe: Recipe,
    course: Course,
) -> Tried:
    """Train by the trial's numbers until it is done or does worse than most did by then."""
    last: list[Point] = []

    def hear(point: Point) -> None:
        last.append(point)
        trial.report(_loss(point), point.epoch)
        if trial.should_prune():
            raise optuna.TrialPruned

    params = dict(trial.params)
    try:
        found = run_epochs(
            material,
            replace(recipe, **params),
            Course(tell=hear, should_stop=course.should_stop, clock=course.clock),
        )
        best, state = found.best, "done"
        study.tell(trial, _loss(best))
    except optuna.TrialPruned:
        best, state = min(last, key=_loss), "pruned"
        study.tell(trial, state=TrialState.PRUNED)
    warm = bool(trial.user_attrs.get("warm"))
    return Tried(
        trial.number, params, _loss(best), best.validation_accuracy, len(last), state, warm
    )


def _loss(point: Point) -> float:
    found = point.train_loss if point.validation_loss is None else point.validation_loss
    return found if math.isfinite(found) else 1e9


def _space(recipe: Recipe) -> Mapping[str, BaseDistribution]:
    space: dict[str, BaseDistribution] = {
        "learning_rate": FloatDistribution(1e-4, 0.1, log=True),
        "weight_decay": FloatDistribution(1e-4, 0.5, log=True),
        "class_weights": CategoricalDistribution(CHOICES["class_weights"]),
    }
    if recipe.augmentation in ON_VECTORS:
        space["augmentation"] = CategoricalDistribution(ON_VECTORS)
    if recipe.learner == "network":
        space["units"] = IntDistribution(32, 256, step=32)
        space["dropout"] = FloatDistribution(0.0, 0.5)
    return space


def _as_trial(tried: Tried, space: Mapping[str, BaseDistribution]) -> optuna.trial.FrozenTrial:
    is_done = tried.state == "done"
    return optuna.trial.create_trial(
        state=TrialState.COMPLETE if is_done else TrialState.PRUNED,
        value=tried.loss if is_done else None,
        params=dict(tried.params),
        distributions={name: space[name] for name in tried.params},
        intermediate_values={tried.epochs: tried.loss},
    )


def _fits(params: Mapping[str, Any], space: Mapping[str, BaseDistribution]) -> bool:
    """Whether numbers of an earlier search can be tried in this one."""
    return params.keys() == space.keys() and all(
        space[name]._contains(space[name].to_internal_repr(value)) for name, value in params.items()
    )


def _key(params: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(params.items()))
