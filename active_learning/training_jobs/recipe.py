"""What a training job does with its labels: one frozen, checked description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

__all__ = ["CHOICES", "RANGES", "Recipe", "RecipeError"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "learner": ("linear", "network", "rounds"),
    "class_weights": ("none", "balanced"),
    "augmentation": ("none", "jitter", "mixup", "altered"),
    "precision": ("float32", "mixed"),
}
ON_VECTORS = ("none", "jitter", "mixup")
"""Augmentations that need no encoder, so that a search may try each."""
RANGES: Mapping[str, tuple[float, float]] = {
    "units": (8, 1024),
    "epochs": (1, 2000),
    "batch": (4, 4096),
    "learning_rate": (1e-6, 1.0),
    "weight_decay": (0.0, 1.0),
    "dropout": (0.0, 0.9),
    "patience": (0, 2000),
    "seconds": (1, 86_400),
    "seed": (0, 2**31 - 1),
    "processes": (1, 16),
    "softness": (1.0, 20.0),
    "teacher_share": (0.0, 1.0),
    "copies": (1, 8),
    "strength": (0.05, 1.0),
}
SWITCHES = frozenset({"distil", "mirror"})
TEACHER = re.compile(r"(?:version|model):[1-9][0-9]{0,18}")


class RecipeError(ValueError):
    """A recipe that cannot be followed; ``pointer`` says where."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


@dataclass(frozen=True)
class Recipe:
    """How a model is trained.

    Attributes
    ----------
    learner : "linear" (one layer over the stored vectors), "network" (a hidden layer before it),
        or "rounds" (what rounds fit, whole: the only one for marks in text, sound and pictures)
    units : of the hidden layer
    epochs, seconds : the budget; whichever ends first
    patience : epochs without a better validation loss after which it ends; 0 never
    class_weights : "balanced" counts a rare class as much as a frequent one
    augmentation : "jitter" adds noise to vectors, "mixup" mixes pairs of tasks
        (Zhang et al. 2018, arXiv:1710.09412), "altered" adds pictures and texts made otherwise
    copies, strength, mirror : how many altered copies of a task, how far from it, and whether left
        and right may change places in them
    precision : "mixed" computes in bfloat16 where that is safe
    distil : also teach the fast head that answers when there is no time (texts only)
    processes : how many compute a share of every batch each; what they make does not depend on it
    teacher : a larger model whose answers are learned beside the labels: "version:<id>" of the
        shelf, "model:<id>" that people brought; empty: none (Hinton et al. 2015, arXiv:1503.02531)
    softness : temperature at which the teacher's answers are learned
    teacher_share : of the loss; the rest is the labels'
    """

    learner: str = "linear"
    units: int = 128
    epochs: int = 60
    seconds: int = 600
    batch: int = 64
    learning_rate: float = 0.003
    weight_decay: float = 0.01
    dropout: float = 0.2
    class_weights: str = "none"
    augmentation: str = "none"
    patience: int = 10
    precision: str = "float32"
    distil: bool = True
    seed: int = 0
    processes: int = 1
    teacher: str = ""
    softness: float = 2.0
    teacher_share: float = 0.5
    copies: int = 2
    strength: float = 0.5
    mirror: bool = False

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Recipe:
        """Read and check what a client sent; what is not named keeps its default.

        Raises
        ------
        RecipeError
            Naming the place and what would do.
        """
        known = {field.name: field for field in fields(cls)}
        for name in given:
            if name not in known:
                raise RecipeError(f"/{name}", f"A recipe has {', '.join(known)}.")
        return replace(cls(), **{name: _checked(name, value) for name, value in given.items()})

    def as_json(self) -> dict[str, Any]:
        """Return the wire form, complete."""
        return asdict(self)

    @property
    def has_epochs(self) -> bool:
        """Whether it is trained epoch by epoch, with curves and checkpoints."""
        return self.learner != "rounds"


def _checked(name: str, value: Any) -> Any:
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise RecipeError(f"/{name}", f"One of {', '.join(CHOICES[name])}.")
        return value
    if name in SWITCHES:
        if not isinstance(value, bool):
            raise RecipeError(f"/{name}", "True or false.")
        return value
    if name == "teacher":
        if value != "" and not (isinstance(value, str) and TEACHER.fullmatch(value)):
            raise RecipeError(f"/{name}", "`version:<id>`, `model:<id>`, or empty.")
        return value
    low, high = RANGES[name]
    is_whole = isinstance(getattr(Recipe, name), int)
    right = (int,) if is_whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, right) or not low <= value <= high:
        raise RecipeError(
            f"/{name}", f"A {'whole ' if is_whole else ''}number from {low:g} to {high:g}."
        )
    return value if is_whole else float(value)
