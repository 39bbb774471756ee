"""The policy of a project as a value: called `settings` on the wire, checked key by key."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from labeling.kernel.errors import BadInput, Problem

MAX_OVERLAP = 1000
MAX_SENSITIVE = 5
STRATEGIES = (
    *("auto", "margin", "entropy", "least_confidence", "seed_band", "badge", "k_center"),
    *("typiclust", "prob_cover", "density_margin", "power_margin", "balanced_margin", "random"),
)
"""Names that the learning floor knows; a test there holds them to its registry."""


@dataclass(frozen=True, slots=True)
class ProjectPolicy:
    """How a project hands out, shows and reviews work."""

    overlap: int = 1
    lease_seconds: int = 900
    blind: bool = True
    review: Literal["none", "optional", "required"] = "optional"
    order: Literal["uncertain", "sequential", "random"] = "uncertain"
    prelabel: bool = True
    reveal: Literal["start", "after"] = "start"
    """`after`: what the model says stays hidden until a person has marked or answered something."""
    blind_share: float = 0.0
    """Of the tasks handed out with a pre-label, so many show none, by lot: against them it is
    measured how far pre-labels sway people."""
    allow_skip: bool = True
    allow_empty: bool = False
    skip_policy: Literal["end", "never"] = "end"
    """`end`: skipped tasks come back once when nothing else is left; `never`: they do not."""
    holdout_share: float = 0.1
    retrain_after: int = 10
    retrain_seconds: int = 120
    target_label: str | None = None
    strategy: str = "auto"
    """By which the next tasks are chosen; `auto`: whatever does best."""
    sensitive: Sequence[str] = ()
    """Keys of tasks' metadata that tell groups of people apart: models are compared over them."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "ProjectPolicy":
        """Return the policy of a stored document; keys of older versions are ignored."""
        return cls(**{key: stored[key] for key in _NAMES if key in stored})

    def changed(self, changes: Mapping[str, Any]) -> "ProjectPolicy":
        """Return the policy with `changes`, or say what is wrong with each of them."""
        problems = [
            {"pointer": f"/settings/{key}", "detail": detail}
            for key, value in changes.items()
            if (detail := _fault(key, value))
        ]
        if problems:
            raise BadInput(f"settings: {problems[0]['detail']}", errors=_as_problems(problems))
        return ProjectPolicy(**(asdict(self) | dict(changes)))

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return asdict(self)


def _whole(low: int, high: int) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if good else f"a whole number from {low} to {high}"

    return check


def _one_of(*known: str) -> Callable[[Any], str]:
    return lambda value: "" if value in known else f"one of {', '.join(known)}"


def _yes_or_no(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _share(value: Any) -> str:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 0.5
    return "" if good else "a number from 0 to 0.5"


def _keys(value: Any) -> str:
    is_list = isinstance(value, list | tuple) and len(value) <= MAX_SENSITIVE
    good = is_list and all(isinstance(key, str) and 0 < len(key) <= 200 for key in value)
    return "" if good else f"a list of at most {MAX_SENSITIVE} keys of the tasks' metadata"


def _label_id(value: Any) -> str:
    return "" if value is None or (isinstance(value, str) and value) else "a label id or null"


_CHECKS: Mapping[str, Callable[[Any], str]] = {
    "overlap": _whole(1, MAX_OVERLAP),
    "lease_seconds": _whole(10, 7 * 24 * 3600),
    "blind": _yes_or_no,
    "review": _one_of("none", "optional", "required"),
    "order": _one_of("uncertain", "sequential", "random"),
    "prelabel": _yes_or_no,
    "reveal": _one_of("start", "after"),
    "blind_share": _share,
    "allow_skip": _yes_or_no,
    "allow_empty": _yes_or_no,
    "skip_policy": _one_of("end", "never"),
    "holdout_share": _share,
    "retrain_after": _whole(1, 100_000),
    "retrain_seconds": _whole(1, 7 * 24 * 3600),
    "target_label": _label_id,
    "strategy": _one_of(*STRATEGIES),
    "sensitive": _keys,
}
_NAMES = tuple(field.name for field in fields(ProjectPolicy))


def _fault(key: str, value: Any) -> str:
    if key not in _CHECKS:
        return f"There is no setting {key!r}. Known: {', '.join(_CHECKS)}."
    wanted = _CHECKS[key](value)
    return f"{key} must be {wanted}." if wanted else ""


def _as_problems(problems: list[dict[str, str]]) -> list[Problem]:
    return list(problems)
