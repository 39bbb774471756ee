"""Parameters of views: what a client may ask for, checked and put into one order."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Protocol

from labeling.media.probe import MediaError

__all__ = ["Choice", "Number", "Parameter", "Value", "Whole", "read_parameters"]

Value = int | float | str
MAX_LENGTH = 64


class Parameter(Protocol):
    """Reads one value of a query string; None is what was not given."""

    def read(self, given: str | None) -> Value:
        """Return the value, or raise ValueError with what would be right."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`."""

    default: int = 0
    low: int = 0
    high: int = 2**31 - 1

    def read(self, given: str | None) -> int:
        """Return the number."""
        if given is None:
            return self.default
        plain = given.removeprefix("-")
        if not (plain.isascii() and plain.isdigit()) or not self.low <= int(given) <= self.high:
            raise ValueError(f"a whole number from {self.low} to {self.high}")
        return int(given)


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `low` to `high`."""

    default: float
    low: float
    high: float

    def read(self, given: str | None) -> float:
        """Return the number."""
        try:
            value = self.default if given is None else float(given)
        except ValueError:
            value = float("nan")
        if not isfinite(value) or not self.low <= value <= self.high:
            raise ValueError(f"a number from {self.low:g} to {self.high:g}")
        return value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words; the first is the default."""

    options: tuple[str, ...]

    def read(self, given: str | None) -> str:
        """Return the word."""
        if given is None:
            return self.options[0]
        if given not in self.options:
            raise ValueError(f"one of {', '.join(self.options)}")
        return given


def read_parameters(
    parameters: Mapping[str, Parameter], given: Mapping[str, str]
) -> dict[str, Value]:
    """Return every parameter's value, in the order of the declaration.

    Raises
    ------
    MediaError
        With fault `unasked` for a name that does not exist or a value out of bounds.
    """
    unknown = sorted(set(given) - set(parameters))
    if unknown:
        known = ", ".join(parameters) or "none"
        raise MediaError("unasked", f"there is no parameter {unknown[0][:40]!r} (known: {known})")
    values: dict[str, Value] = {}
    for name, parameter in parameters.items():
        text = given.get(name)
        try:
            if text is not None and len(text) > MAX_LENGTH:
                raise ValueError("shorter")
            values[name] = parameter.read(text)
        except ValueError as error:
            raise MediaError("unasked", f"{name} must be {error}") from error
    return values
