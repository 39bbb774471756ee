"""A run before it starts: the terms that people choose, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from federated.aggregation import AGGREGATORS
from federated.node.recipe import Recipe
from federated.server.terms import BadTerms, Terms

__all__ = ["BadPlan", "RunPlan"]

_BOUNDS: dict[str, tuple[float, float]] = {
    "rounds": (1, 1000),
    "quorum": (1, 10_000),
    "deadline_s": (5, 24 * 3600),
    "steps": (1, 10_000),
    "learning_rate": (1e-5, 100),
    "proximal": (0, 100),
    "noise_multiplier": (0, 1000),
}
_WHOLE = {"rounds", "quorum", "steps"}
_PLACEHOLDER = ("a", "b")


class BadPlan(ValueError):
    """A term that cannot be used; ``key`` names it."""

    def __init__(self, key: str, detail: str) -> None:
        super().__init__(detail)
        self.key = key


@dataclass(frozen=True)
class RunPlan:
    """What people set; classes and dimensions come from the federation.

    Attributes
    ----------
    rounds : int
    aggregator : str
    is_secure : bool
        Whether the coordinator sees sums alone.
    quorum : int
    deadline_s : float
        How long one question waits for its answers.
    steps, learning_rate, proximal, noise_multiplier
        As in `Recipe`.
    """

    rounds: int = 3
    aggregator: str = "fedavg"
    is_secure: bool = True
    quorum: int = 3
    deadline_s: float = 120.0
    steps: int = Recipe.steps
    learning_rate: float = Recipe.learning_rate
    proximal: float = 0.0
    noise_multiplier: float = 0.0

    @classmethod
    def read(cls, given: Mapping[str, Any], *, base: RunPlan | None = None) -> RunPlan:
        """Return ``base`` with what is given.

        Raises
        ------
        BadPlan
            At the first term that is unknown, of another type or out of bounds, and where terms
            contradict each other.
        """
        known = {field.name for field in fields(cls)}
        for key, value in given.items():
            if key not in known:
                raise BadPlan(key, f"There is no term '{key}'. Known: {', '.join(sorted(known))}.")
            _check(key, value)
        whole: dict[str, Any] = {
            key: int(value) if key in _WHOLE else value for key, value in given.items()
        }
        plan = replace(base or cls(), **whole)
        try:
            plan.terms(run="plan", classes=_PLACEHOLDER, dimensions=1)
        except BadTerms as error:
            raise BadPlan(
                "quorum" if "quorum" in str(error) else "aggregator", str(error)
            ) from error
        return plan

    def terms(self, *, run: str, classes: tuple[str, ...], dimensions: int) -> Terms:
        """Return the terms of one run."""
        return Terms(
            run=run,
            classes=classes,
            dimensions=dimensions,
            aggregator=self.aggregator,
            recipe=self.recipe,
            is_secure=self.is_secure,
            quorum=self.quorum,
            deadline_s=self.deadline_s,
        )

    @property
    def recipe(self) -> Recipe:
        """How each site trains."""
        return Recipe(
            steps=self.steps,
            learning_rate=self.learning_rate,
            proximal=self.proximal,
            noise_multiplier=self.noise_multiplier,
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored and shown."""
        return asdict(self)


def _check(key: str, value: Any) -> None:
    if key == "aggregator":
        if value not in AGGREGATORS:
            raise BadPlan(key, f"aggregator: one of {', '.join(AGGREGATORS)}.")
    elif key == "is_secure":
        if not isinstance(value, bool):
            raise BadPlan(key, "is_secure: true or false.")
    else:
        low, high = _BOUNDS[key]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        is_whole = key not in _WHOLE or (is_number and value == int(value))
        if not (is_number and low <= value <= high and is_whole):
            kind = "a whole number" if key in _WHOLE else "a number"
            raise BadPlan(key, f"{key}: {kind} from {low:g} to {high:g}.")
