"""What can go wrong with the facts, each with its remedy."""

from typing import Any

from labeling.kernel.errors import BadInput, Conflict, Stale


class BadFilter(BadInput):
    """A filter or an order that cannot be understood; `position` counts characters from 0.

    Screens word `reason` with its parts in their reader's language; `detail` is the English.
    """

    code = "bad_filter"

    def __init__(self, detail: str, position: int, reason: str = "", **params: str | int) -> None:
        place: dict[str, Any] = {"pointer": "filter", "position": position, "detail": detail}
        if reason:
            place |= {"code": reason, "params": params}
        super().__init__(
            f"Filter, position {position}: {detail}", errors=[place], position=position
        )


class BadAnswer(BadInput):
    """An answer the ontology does not allow."""

    code = "bad_answer"


class LastOwner(Conflict):
    """A project is never without an owner."""

    code = "last_owner"


class NoPlaceLeft(Conflict):
    """Enough people answer this task already; the draft is kept."""

    code = "no_place_left"


class AlreadyAnswered(Conflict):
    """This person's annotation exists; `annotation` says which, to be edited instead."""

    code = "already_answered"


class KeyReused(Conflict):
    """An Idempotency-Key came back with another request."""

    code = "key_reused"


class StaleEdit(Stale):
    """If-Match named an older revision; `current` holds the newer one."""

    code = "stale"
