"""What a person says about a model: what goes in, what comes out, what its columns are called."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from active_learning.plugged.faults import PlugFault

__all__ = ["ACTIVATIONS", "FEEDS", "FORMS", "READINGS", "SCALES", "Declaration", "read_declaration"]

FEEDS = ("image", "text", "tokens", "vector")
SCALES = ("unit", "bytes", "signed", "imagenet")
READINGS = ("classes", "number", "boxes", "yolo")
ACTIVATIONS = ("none", "softmax", "sigmoid")
FORMS = ("xyxy", "xywh", "cxcywh")
MAX_CLASSES = 100_000
MAX_SIDE = 4096


@dataclass(frozen=True)
class Declaration:
    """How a model is fed and read.

    Attributes
    ----------
    feed : one of `FEEDS`: pixels, the string, its word pieces, or our embedding of the value
    width, height : of the image that goes in, pixels
    scale : of pixels: 0 to 1, 0 to 255, -1 to 1, or by ImageNet's mean and deviation
    is_channels_last : whether an image is (height, width, 3)
    keeps_shape : whether an image is padded to the model's shape rather than stretched
    reading : one of `READINGS`; `yolo` is one tensor (4 + classes, candidates), the others named
    outputs : role (`scores`, `boxes`, `classes`) to the name of an output; empty: by position
    activation : what still has to be applied to scores
    form, is_share : of boxes; whether they are shares of the image rather than pixels
    classes : the model's own name of each column; None: of no interest
    threshold : proposals below are left out
    """

    feed: str = "image"
    width: int = 224
    height: int = 224
    scale: str = "unit"
    is_channels_last: bool = False
    keeps_shape: bool = False
    reading: str = "classes"
    outputs: Mapping[str, str] | None = None
    activation: str = "none"
    form: str = "xyxy"
    is_share: bool = False
    classes: tuple[str | None, ...] = ()
    threshold: float = 0.25

    @property
    def names(self) -> tuple[str, ...]:
        """Its classes of interest, each once."""
        return tuple(dict.fromkeys(name for name in self.classes if name is not None))

    def as_json(self) -> dict[str, Any]:
        """Return what `read_declaration` reads."""
        return {name: getattr(self, name) for name in _FIELDS} | {
            "outputs": dict(self.outputs or {}),
            "classes": list(self.classes),
        }


def read_declaration(given: Mapping[str, Any]) -> Declaration:
    """Read a declaration from JSON.

    Raises
    ------
    PlugFault
        `declaration`, with the place as `params["place"]`.
    """
    unknown = sorted(set(given) - set(_FIELDS))
    if unknown:
        raise _bad(unknown[0], f"there is no {unknown[0]!r}; known are {', '.join(_FIELDS)}")
    read: dict[str, Any] = {}
    for name, value in given.items():
        accept, said = _FIELDS[name]
        if not accept(value):
            raise _bad(name, said)
        read[name] = tuple(value) if name == "classes" else value
    return Declaration(**read)


def _bad(place: str, said: str) -> PlugFault:
    return PlugFault("declaration", f"{place}: {said}.", place=place)


def _among(names: tuple[str, ...]) -> tuple[Callable[[Any], bool], str]:
    return lambda value: value in names, f"one of {', '.join(names)}"


def _whole(least: int, most: int) -> tuple[Callable[[Any], bool], str]:
    def accept(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    return accept, f"a whole number from {least} to {most:,}"


_FLAG: tuple[Callable[[Any], bool], str] = (lambda value: isinstance(value, bool), "true or false")


def _is_outputs(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        key in {"scores", "boxes", "classes"} and isinstance(name, str)
        for key, name in value.items()
    )


def _is_classes(value: Any) -> bool:
    is_list = isinstance(value, list | tuple) and len(value) <= MAX_CLASSES
    return is_list and all(
        item is None or (isinstance(item, str) and 0 < len(item) <= 100) for item in value
    )


def _is_share(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value) and 0 <= value <= 1


_FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "feed": _among(FEEDS),
    "width": _whole(1, MAX_SIDE),
    "height": _whole(1, MAX_SIDE),
    "scale": _among(SCALES),
    "is_channels_last": _FLAG,
    "keeps_shape": _FLAG,
    "reading": _among(READINGS),
    "outputs": (_is_outputs, "names of outputs under scores, boxes or classes"),
    "activation": _among(ACTIVATIONS),
    "form": _among(FORMS),
    "is_share": _FLAG,
    "classes": (_is_classes, "a list of names, null for columns of no interest"),
    "threshold": (_is_share, "a number from 0 to 1"),
}
