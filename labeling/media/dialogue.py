"""Dialogues: turns with roles, as chat programs write them; they stand in the task itself.

A value is a list of turns, or an object with `turns`. A turn is an object with a text under `text`,
`content` or `value`, a role under `role`, `from` or `speaker`, and whatever else it came with
(`name`, `time`, `tool_calls`); nothing is changed or renamed, so that exports give it back. Spans
count the code points of that text; a turn that only calls tools has the empty text.
"""

from collections.abc import Mapping
from typing import Any

from labeling.media.kind import Inline, MediaKind
from labeling.media.text import MAX_CHARACTERS
from labeling.regions.kind import Bounds, Fault

__all__ = ["KIND", "MAX_TURNS", "role_of", "text_of", "turns_of"]

MAX_TURNS = 10_000
TEXTS = ("text", "content", "value")
ROLES = ("role", "from", "speaker")


def turns_of(value: object) -> list[Any]:
    """Return the turns of a value without faults; nothing for another."""
    turns = value.get("turns") if isinstance(value, Mapping) else value
    return turns if isinstance(turns, list) else []


def text_of(turn: Mapping[str, Any]) -> str:
    """Return what was said."""
    return next((turn[key] for key in TEXTS if isinstance(turn.get(key), str)), "")


def role_of(turn: Mapping[str, Any]) -> str:
    """Return who spoke, in the words of the source."""
    return next((turn[key] for key in ROLES if isinstance(turn.get(key), str)), "")


def _faults(value: object) -> list[Fault]:
    is_wrapped = isinstance(value, Mapping)
    turns = value.get("turns") if isinstance(value, Mapping) else value
    where = "/turns" if is_wrapped else ""
    if not isinstance(turns, list) or not turns:
        example = '[{"role": "user", "text": "Hello"}]'
        return [(where, f"A dialogue is a list of turns, such as {example}.")]
    if len(turns) > MAX_TURNS:
        return [(where, f"A dialogue has at most {MAX_TURNS:,} turns, this one {len(turns):,}.")]
    faults: list[Fault] = []
    length = 0
    for i, turn in enumerate(turns):
        said = _fault_of(turn)
        if said:
            faults.append((f"{where}/{i}", said))
        else:
            length += len(text_of(turn))
    if length > MAX_CHARACTERS:
        faults.append((where, f"A dialogue has at most {MAX_CHARACTERS:,} characters."))
    return faults


def _fault_of(turn: object) -> str:
    if not isinstance(turn, Mapping):
        return 'A turn is an object such as {"role": "user", "text": "Hello"}.'
    if not any(isinstance(turn.get(key), str) for key in ROLES):
        return "A turn needs a role: user, assistant, a name."
    calls = turn.get("tool_calls")
    if not any(isinstance(turn.get(key), str) for key in TEXTS) and not calls:
        return "A turn needs a text (or tool_calls)."
    if calls is not None and not isinstance(calls, list):
        return "tool_calls is a list."
    return ""


def _bounds(value: object) -> Bounds:
    return Bounds(turns=tuple(len(text_of(turn)) for turn in turns_of(value)))


KIND = MediaKind(type="dialogue", inline=Inline(_faults, _bounds))
