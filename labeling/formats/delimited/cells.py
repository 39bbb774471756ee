"""What stands in the cells of our own tables, both ways.

A cell that a spreadsheet would run as a formula gets a leading apostrophe; reading a table of ours
takes it away again. A text that already begins so gets one more, hence nothing is ever ambiguous.
Tables of others (without our `task.id` column) are read as they are.
"""

import re
from typing import Any

from labeling.formats.exact_json import decode, encode
from labeling.ontology.parts import Label

__all__ = [
    "answer_from_cell",
    "answer_to_cell",
    "from_json_cell",
    "harmless",
    "original",
    "to_json_cell",
]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?\Z")
_RAW_KINDS = frozenset({"choice", "pairwise", "datetime"})


def harmless(cell: str) -> str:
    """Return the cell so that no spreadsheet runs it."""
    if _FORMULA.match(cell) and not _NUMBER.match(cell):
        return f"'{cell}"
    return cell


def original(cell: str) -> str:
    """Undo `harmless`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def to_json_cell(value: Any) -> str:
    """Return plain text as it is, anything else (and text that looks like JSON) as JSON."""
    if isinstance(value, str) and isinstance(from_json_cell(value), str) and value[:1] != '"':
        return value
    return encode(value).decode()


def from_json_cell(cell: str) -> Any:
    """Undo `to_json_cell`."""
    try:
        return decode(cell.encode())
    except ValueError:
        return cell


def answer_to_cell(label: Label, value: Any) -> str:
    """Return an answer as people read it: a class id, a number, a text, or a JSON list."""
    if label.kind in _RAW_KINDS or (label.kind == "textarea" and not label.multiple):
        return value if isinstance(value, str) else encode(value).decode()
    return encode(value).decode()


def answer_from_cell(label: Label, cell: str) -> Any:
    """Undo `answer_to_cell`; several classes may also be written `a|b`."""
    if label.kind in _RAW_KINDS or (label.kind == "textarea" and not label.multiple):
        return cell
    value = from_json_cell(cell)
    if label.kind in {"multichoice", "taxonomy", "ranking"} and not isinstance(value, list):
        return [part.strip() for part in cell.split("|") if part.strip()]
    return value
