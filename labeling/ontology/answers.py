"""Whole-task answers: what each kind of question takes as a value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from labeling.ontology.parts import Label

__all__ = ["ANSWER_KINDS", "AnswerKind", "chosen_classes", "is_blank"]

Fault = tuple[str, str]

MAX_TEXT = 100_000
MAX_TEXTS = 1_000
MAX_NUMBER = 1e300
RATING_MIN, RATING_MAX = 1, 5


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """One kind of question: whether it needs classes, and the faults of a value."""

    name: str
    needs_classes: bool
    validate: Callable[[Label, Any], list[Fault]]


def is_blank(value: object) -> bool:
    """Whether a value is as good as no answer."""
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def chosen_classes(value: object) -> tuple[str, ...]:
    """The class ids that an answer names, for one choice or several."""
    found = value if isinstance(value, list) else [value]
    return tuple(item for item in found if isinstance(item, str))


def _choice(label: Label, value: object) -> list[Fault]:
    if isinstance(value, list):
        return [("", f"takes exactly one class, got a list of {len(value)}")]
    return _unknown_class(label, value, "")


def _several(label: Label, value: object) -> list[Fault]:
    if not isinstance(value, list):
        return [("", "must be a list of class ids")]
    faults = [
        fault for i, item in enumerate(value) for fault in _unknown_class(label, item, f"/{i}")
    ]
    if not faults and len(set(value)) < len(value):
        faults.append(("", "names a class twice"))
    return faults


def _taxonomy(label: Label, value: object) -> list[Fault]:
    faults = _several(label, value)
    if not faults and isinstance(value, list) and len(value) > 1 and not label.multiple:
        faults.append(("", f"takes one class, got {len(value)}"))
    return faults


def _ranking(label: Label, value: object) -> list[Fault]:
    faults = _several(label, value)
    if not faults and isinstance(value, list) and len(value) != len(label.classes):
        faults.append(("", f"must order all {len(label.classes)} classes, orders {len(value)}"))
    return faults


def _unknown_class(label: Label, value: object, where: str) -> list[Fault]:
    if not isinstance(value, str):
        return [(where, "must be a class id")]
    if label.class_(value) is None:
        return [(where, f"no class {value[:60]!r} in label {label.id!r}")]
    return []


def _rating(label: Label, value: object) -> list[Fault]:
    low = RATING_MIN if label.min is None else label.min
    high = RATING_MAX if label.max is None else label.max
    return _fault_of_number(value, low, high, 1 if label.step is None else label.step)


def _number(label: Label, value: object) -> list[Fault]:
    return _fault_of_number(value, label.min, label.max, label.step)


def _fault_of_number(
    value: object, low: float | None, high: float | None, step: float | None
) -> list[Fault]:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return [("", "must be a number")]
    if not abs(value) <= MAX_NUMBER:  # so that NaN fails as well
        return [("", "must be a finite number")]
    if low is not None and value < low:
        return [("", f"is {value:g}, must be at least {low:g}")]
    if high is not None and value > high:
        return [("", f"is {value:g}, must be at most {high:g}")]
    if step:
        steps = (value - (low or 0)) / step
        if abs(steps - round(steps)) > 1e-6:
            return [("", f"is {value:g}, must go in steps of {step:g} from {low or 0:g}")]
    return []


def _datetime(_label: Label, value: object) -> list[Fault]:
    if isinstance(value, str):
        for read in (datetime.fromisoformat, date.fromisoformat):
            try:
                read(value)
            except ValueError:
                continue
            return []
    return [("", "must be a date or time such as 2026-03-01 or 2026-03-01T12:30:00Z")]


def _textarea(label: Label, value: object) -> list[Fault]:
    if isinstance(value, list) and label.multiple:
        if len(value) > MAX_TEXTS:
            return [("", f"has {len(value):,} texts, at most {MAX_TEXTS:,} are allowed")]
        return [
            (f"/{i}", detail) for i, item in enumerate(value) for _, detail in _text(label, item)
        ]
    return _text(label, value)


def _text(label: Label, value: object) -> list[Fault]:
    limit = label.max_length or MAX_TEXT
    if not isinstance(value, str):
        return [("", "must be a text")]
    if len(value) > limit:
        return [("", f"is {len(value):,} characters long, at most {limit:,} are allowed")]
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        return [("", "holds half a character (a lone surrogate)")]
    return []


ANSWER_KINDS: Mapping[str, AnswerKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            AnswerKind("choice", True, _choice),
            AnswerKind("multichoice", True, _several),
            AnswerKind("taxonomy", True, _taxonomy),
            AnswerKind("rating", False, _rating),
            AnswerKind("number", False, _number),
            AnswerKind("datetime", False, _datetime),
            AnswerKind("textarea", False, _textarea),
            AnswerKind("ranking", True, _ranking),
            AnswerKind("pairwise", True, _choice),
        )
    }
)
