"""What can go wrong with the facts, each with its remedy."""

from labeling.kernel.errors import BadInput, Conflict, Stale


class BadFilter(BadInput):
    """A filter or an order that cannot be understood; `position` counts characters from 0."""

    code = "bad_filter"

    def __init__(self, detail: str, position: int) -> None:
        super().__init__(
            f"Filter, position {position}: {detail}",
            errors=[{"pointer": "filter", "position": position, "detail": detail}],
            position=position,
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
