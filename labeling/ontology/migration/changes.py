"""One change between two versions of an ontology."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Change", "ChangeKind", "Part"]

ChangeKind = Literal["add", "remove", "rename", "merge", "split", "retype", "move", "limit"]
Part = Literal["field", "label", "class", "relation"]


@dataclass(frozen=True, slots=True)
class Change:
    """One difference that annotations notice.

    Attributes
    ----------
    kind
        `retype` changes a label's kind or a field's type; `move` puts a label on another field;
        `limit` narrows the values that a label takes.
    part
        What changed.
    old, new
        Ids before and after: several old ones merge, several new ones split. For `retype` the
        kinds or types, for `move` the fields.
    label
        Old id of the label concerned, for changes of a label or class.
    may_lose
        Whether some annotations cannot be carried over whole.
    """

    kind: ChangeKind
    part: Part
    old: tuple[str, ...]
    new: tuple[str, ...]
    label: str | None = None
    may_lose: bool = False

    @property
    def what(self) -> str:
        """The change in a few words."""
        owner = self.label if self.part == "label" else f"class of {self.label}"
        place = owner if self.label is not None else self.part
        old, new = ", ".join(self.old), ", ".join(self.new)
        return f"{place}: {old} → {new}" if old and new else f"{place}: {old or new}"
