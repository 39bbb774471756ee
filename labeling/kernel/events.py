"""Past-tense facts and who reacts to them, after the transaction that made them has committed."""

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction

logger = logging.getLogger(__name__)

E = TypeVar("E")
_handlers: defaultdict[type[Any], list[Callable[[Any], None]]] = defaultdict(list)


def subscribe(event_type: type[E], handler: Callable[[E], None]) -> None:
    """Call `handler` with every event of exactly `event_type`; a second subscription is ignored."""
    if handler not in _handlers[event_type]:
        _handlers[event_type].append(handler)


def emit(event: object) -> None:
    """Deliver `event` once the current transaction commits; a rolled-back fact is never told."""
    transaction.on_commit(lambda: _deliver(event))


def _deliver(event: object) -> None:
    """A handler that fails is logged: the writer has committed and must not see an error."""
    for handler in _handlers[type(event)]:
        try:
            handler(event)
        except Exception:
            logger.exception("Handler %s failed on %r", handler, event)
