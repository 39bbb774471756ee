"""White space around tokens, written in a column of its own."""

import re

__all__ = ["after_of", "before_of", "describe", "is_misc"]

_ESCAPES = {" ": "\\s", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_PLAIN = {code: char for char, code in _ESCAPES.items()}
_CODE = re.compile(r"\\(?:[stnr]|u[0-9a-f]{4})")
_MISC = re.compile(
    r"(?:SpaceAfter=No|Spaces(?:After|Before)=\S*)(?:\|Spaces(?:After|Before)=\S*)?\Z"
)


def describe(before: str, after: str) -> str:
    """Return the column for the white space before (first token only) and after a token."""
    said = []
    if after == "":
        said.append("SpaceAfter=No")
    elif after != " ":
        said.append(f"SpacesAfter={_escaped(after)}")
    if before:
        said.append(f"SpacesBefore={_escaped(before)}")
    return "|".join(said) or "_"


def is_misc(column: str) -> bool:
    """Whether a column describes white space."""
    return _MISC.match(column) is not None


def after_of(column: str) -> str:
    """Return the white space after a token."""
    if "SpaceAfter=No" in column:
        return ""
    return _value(column, "SpacesAfter") or " "


def before_of(column: str) -> str:
    """Return the white space before a token."""
    return _value(column, "SpacesBefore")


def _value(column: str, key: str) -> str:
    for part in column.split("|"):
        name, _, value = part.partition("=")
        if name == key:
            return _CODE.sub(lambda found: _character(found[0]), value)
    return ""


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(char) or f"\\u{ord(char):04x}" for char in text)


def _character(code: str) -> str:
    return _PLAIN.get(code) or chr(int(code.removeprefix("\\u"), 16))
