"""Keyset paging: a page starts after a row, so pages neither skip nor repeat."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from labeling.kernel.errors import BadInput

M = TypeVar("M", bound=Model)
T = TypeVar("T")
DEFAULT_LIMIT = 50
MAX_LIMIT = 500


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows, and the cursors of the pages around them."""

    rows: Sequence[T]
    next: str | None = None
    previous: str | None = None


def read_limit(raw: str | None, *, default: int = DEFAULT_LIMIT) -> int:
    """Return the page size asked for, within bounds."""
    if raw is None:
        return default
    if not raw.isascii() or not raw.isdigit() or not 1 <= int(raw[:9]) <= MAX_LIMIT:
        raise BadInput(f"limit: a whole number from 1 to {MAX_LIMIT}.")
    return int(raw)


def write_cursor(place: Sequence[Any]) -> str:
    """Return a place in an order as opaque text."""
    packed = json.dumps(list(place), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(cursor: str, length: int) -> list[Any]:
    """Return the place that `write_cursor` wrote."""
    try:
        packed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        place = json.loads(packed)
    except (binascii.Error, ValueError, RecursionError) as error:
        raise _bad_cursor() from error
    if not isinstance(place, list) or len(place) != length:
        raise _bad_cursor()
    return place


def page_by_id(
    rows: QuerySet[M], cursor: str | None, limit: int, *, newest_first: bool = False
) -> Page[M]:
    """Return a page in the order of ids; `rows` is filtered, not ordered."""
    backward, start = False, None
    if cursor is not None:
        direction, start = read_cursor(cursor, 2)
        if direction not in {"n", "p"} or not isinstance(start, int) or abs(start) >= 2**63:
            raise _bad_cursor()
        backward = direction == "p"
    falling = newest_first != backward
    if start is not None:
        rows = rows.filter(**{"pk__lt" if falling else "pk__gt": start})
    found = list(rows.order_by("-pk" if falling else "pk")[: limit + 1])
    has_more, found = len(found) > limit, found[:limit]
    if backward:
        found.reverse()
    before = has_more if backward else start is not None
    after = start is not None if backward else has_more
    return Page(
        found,
        next=write_cursor(["n", found[-1].pk]) if found and after else None,
        previous=write_cursor(["p", found[0].pk]) if found and before else None,
    )


def list_payload(
    request: HttpRequest, page: Page[T], payload: Callable[[T], Any], **extra: Any
) -> dict[str, Any]:
    """Return the wire shape of a list, with the addresses of its neighbours."""
    return {
        "results": [payload(row) for row in page.rows],
        "next": _address(request, page.next),
        "previous": _address(request, page.previous),
        **extra,
    }


def _address(request: HttpRequest, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    query = request.GET.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{urlencode(list(query.items()))}")


def _bad_cursor() -> BadInput:
    return BadInput("cursor: use the address in `next` or `previous` as it is.")
