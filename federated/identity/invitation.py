"""What a coordinator gives to a site that shall join, as a file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

__all__ = ["BadInvitation", "Invitation"]


class BadInvitation(ValueError):
    """The file is no invitation; the text says what is missing."""


@dataclass(frozen=True)
class Invitation:
    """Where the coordinator listens, whom to trust, and what the site is called.

    There is nothing secret in it; what lets a site in is its own key, registered by hand.
    """

    host: str
    port: int
    name: str
    authority_pem: str

    def text(self) -> str:
        """Return the file's content."""
        return json.dumps({"penumbra_invitation": 1, **asdict(self)}, indent=2)

    @classmethod
    def read(cls, text: str) -> Invitation:
        """Return what `text` wrote."""
        try:
            given = json.loads(text)
        except ValueError as error:
            raise BadInvitation("This file is no invitation: it is not JSON.") from error
        if not isinstance(given, dict) or given.pop("penumbra_invitation", None) != 1:
            raise BadInvitation("This file is no invitation of this version of Penumbra.")
        kinds = {"host": str, "port": int, "name": str, "authority_pem": str}
        for key, kind in kinds.items():
            if not isinstance(given.get(key), kind):
                raise BadInvitation(f"The invitation lacks '{key}'; ask for it again.")
        return cls(**{key: given[key] for key in kinds})
