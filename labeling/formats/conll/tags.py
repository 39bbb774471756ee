"""Tags of tokens as entities: IOB1, IOB2, BILOU, IOBES and BMES are all read by one rule."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["Entity", "entities_of", "is_tag"]

OPENING = frozenset("BUSL") | {"E"}
CONTINUING = frozenset("IM")
CLOSING = frozenset("LE")
SINGLE = frozenset("US")
PREFIXES = OPENING | CONTINUING


@dataclass(frozen=True, slots=True)
class Entity:
    """Tokens `first` to `last` (inclusive) with a class name."""

    name: str
    first: int
    last: int


def is_tag(text: str) -> bool:
    """Whether a column is a tag with a prefix, or O."""
    return text == "O" or (len(text) > 2 and text[0] in PREFIXES and text[1] in "-_")


def entities_of(tags: Iterable[str]) -> Iterator[Entity]:
    """Yield entities in order.

    `B`, `U`, `S` begin one; `I`, `M`, `L`, `E` go on with the open one if it has the same name and
    begin one otherwise (which is how IOB1 begins); `U`, `S`, `L`, `E` end it.
    """
    name, first, last = "", 0, 0
    for i, tag in enumerate([*tags, "O"]):
        prefix, kind = (tag[0], tag[2:]) if is_tag(tag) and tag != "O" else ("", "")
        if tag not in {"O", "_", "-"} and not prefix:
            prefix, kind = "I", tag  # a bare class name: neighbours of one name are one entity
        goes_on = bool(name) and kind == name and prefix in (CONTINUING | CLOSING)
        if name and not goes_on:
            yield Entity(name, first, last)
            name = ""
        if kind:
            first = first if goes_on else i
            name, last = kind, i
            if prefix in SINGLE or prefix in CLOSING:
                yield Entity(name, first, last)
                name = ""
