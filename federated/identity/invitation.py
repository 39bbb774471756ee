"""What a coordinator gives to a site that shall join, as a file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["BadInvitation", "Invitation", "NamedClass"]

_KINDS = {"host": str, "port": int, "name": str, "authority_pem": str}
_OPTIONAL = {"federation": str, "web": str, "ticket": str}


class BadInvitation(ValueError):
    """The file is no invitation; the text says what is missing."""


@dataclass(frozen=True)
class NamedClass:
    """A class as the federation knows it."""

    id: str
    name: str


@dataclass(frozen=True)
class Invitation:
    """Where the coordinator listens, whom to trust, and what the site is called.

    What lets a site in is its own key, approved by a person who compared fingerprints. With
    ``web`` and ``ticket`` the node can hand its public key in by itself, once; whoever finds the
    file could hand in another key, and the comparison would show it. ``classes`` let a site see
    before the first run whether it asks the same question.
    """

    host: str
    port: int
    name: str
    authority_pem: str
    federation: str = ""
    web: str = ""
    ticket: str = ""
    classes: tuple[NamedClass, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the document."""
        classes = [asdict(one) for one in self.classes]
        return {"penumbra_invitation": 1, **asdict(self), "classes": classes}

    def text(self) -> str:
        """Return the file's content."""
        return json.dumps(self.as_json(), indent=2)

    @classmethod
    def read(cls, text: str) -> Invitation:
        """Return what `text` wrote."""
        try:
            given = json.loads(text)
        except ValueError as error:
            raise BadInvitation("This file is no invitation: it is not JSON.") from error
        return cls.of(given)

    @classmethod
    def of(cls, given: object) -> Invitation:
        """Return the invitation that a document holds."""
        if not isinstance(given, dict) or given.get("penumbra_invitation") != 1:
            raise BadInvitation("This file is no invitation of this version of Penumbra.")
        for key, kind in _KINDS.items():
            if not isinstance(given.get(key), kind):
                raise BadInvitation(f"The invitation lacks '{key}'; ask for it again.")
        for key, kind in _OPTIONAL.items():
            if not isinstance(given.get(key, ""), kind):
                raise BadInvitation(f"'{key}' of the invitation is no text; ask for it again.")
        return cls(
            **{key: given[key] for key in _KINDS},
            **{key: given.get(key, "") for key in _OPTIONAL},
            classes=_classes_in(given.get("classes", [])),
        )


def _classes_in(given: object) -> tuple[NamedClass, ...]:
    wrong = BadInvitation("'classes' of the invitation names no classes; ask for it again.")
    if not isinstance(given, list):
        raise wrong
    for one in given:
        if not isinstance(one, dict) or not all(
            isinstance(one.get(key), str) for key in ("id", "name")
        ):
            raise wrong
    return tuple(NamedClass(one["id"], one["name"]) for one in given)
