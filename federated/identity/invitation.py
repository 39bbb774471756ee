"""What a coordinator gives to a site that shall join, as a file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["BadInvitation", "Invitation"]

_KINDS = {"host": str, "port": int, "name": str, "authority_pem": str}
_OPTIONAL = {"federation": str, "web": str, "ticket": str}


class BadInvitation(ValueError):
    """The file is no invitation; the text says what is missing."""


@dataclass(frozen=True)
class Invitation:
    """Where the coordinator listens, whom to trust, and what the site is called.

    What lets a site in is its own key, approved by a person who compared fingerprints. With
    ``web`` and ``ticket`` the node can hand its public key in by itself, once; whoever finds the
    file could hand in another key, and the comparison would show it.
    """

    host: str
    port: int
    name: str
    authority_pem: str
    federation: str = ""
    web: str = ""
    ticket: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the document."""
        return {"penumbra_invitation": 1, **asdict(self)}

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
        )
