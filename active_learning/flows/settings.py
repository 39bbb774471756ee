"""Settings of steps: the parameters of views, and lists of names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from labeling.media.parameters import Choice, Number, Parameter, Whole

__all__ = ["Names", "form_of", "names_in", "read_setting"]

LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Names:
    """Some names with commas between; none means any."""

    def read(self, given: str | None) -> str:
        """Return them, each once."""
        if given is not None and len(given) > LONGEST:
            raise ValueError(f"names with commas between, {LONGEST:,} characters at most")
        return ", ".join(dict.fromkeys(names_in(given or "")))


def names_in(text: str) -> list[str]:
    """Return the names of a setting `Names`."""
    return [name.strip() for name in text.split(",") if name.strip()]


def read_setting(parameter: Parameter, given: Any) -> Any:
    """Return a setting's value; raise ValueError with what would be right."""
    if given is not None and (isinstance(given, bool) or not isinstance(given, str | int | float)):
        raise ValueError("a text or a number")
    return parameter.read(None if given is None else str(given))


def form_of(name: str, parameter: Parameter) -> Mapping[str, Any]:
    """Return what a form has to know of a setting."""
    match parameter:
        case Whole() | Number():
            kind = "whole" if isinstance(parameter, Whole) else "number"
            bounds = {"low": parameter.low, "high": parameter.high}
            return {"name": name, "kind": kind, "default": parameter.default, **bounds}
        case Choice():
            options = list(parameter.options)
            return {"name": name, "kind": "choice", "default": options[0], "options": options}
        case _:
            return {"name": name, "kind": "names", "default": ""}
