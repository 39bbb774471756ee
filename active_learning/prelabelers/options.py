"""What a project may set of a pre-labeler: read, checked, and told to clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from active_learning.prelabelers.base import Card
from labeling.media.parameters import Choice, Number, Value, Whole

__all__ = ["option_faults", "options_as_json", "read_options"]


def read_options(card: Card, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option, the default where nothing sound is stored."""
    found: dict[str, Any] = {}
    for name, option in card.options.items():
        given = stored.get(name)
        try:
            found[name] = option.read(None if given is None else str(given))
        except ValueError:
            found[name] = option.read(None)
    return found | ({"functions": stored.get("functions", [])} if card.has_functions else {})


def option_faults(card: Card, given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what is wrong with options that somebody sent, by JSON pointer."""
    faults = []
    for name, value in given.items():
        option = card.options.get(name)
        if option is None:
            if not (card.has_functions and name == "functions"):
                faults.append((f"/options/{name}", "there is no such option"))
            continue
        try:
            option.read(str(value))
        except ValueError as error:
            faults.append((f"/options/{name}", f"must be {error}"))
    return faults


def options_as_json(card: Card) -> list[dict[str, Any]]:
    """Return the options for a form."""
    return [{"name": name, **_form_of(option)} for name, option in card.options.items()]


def _form_of(option: object) -> dict[str, Value | str | list[str]]:
    if isinstance(option, Number | Whole):
        kind = "whole" if isinstance(option, Whole) else "number"
        return {"kind": kind, "default": option.default, "low": option.low, "high": option.high}
    assert isinstance(option, Choice)  # the parameters there are
    return {"kind": "choice", "default": option.options[0], "options": list(option.options)}
