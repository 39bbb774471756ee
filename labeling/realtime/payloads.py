"""What goes over the live channel, as JSON."""

from typing import Any

from django.utils import timezone

from labeling.kernel.clock import wire_time
from labeling.models import Event, User
from labeling.selectors.veil import Veil

Message = dict[str, Any]


def event_message(event: Event) -> Message:
    """Return a logged event; its id is what a client resumes from."""
    return {
        "id": event.pk,
        "type": event.type,
        "at": wire_time(event.at),
        "actor": person(event.actor) if event.actor else None,
        "data": event.data,
    }


def passing_message(type: str, data: Message) -> Message:
    """Return what is told once and never logged: hello, presence, progress."""
    return {"id": None, "type": type, "at": wire_time(timezone.now()), "actor": None, "data": data}


def person(user: User) -> Message:
    """Return a person as others see them."""
    return {
        "id": str(user.pk),
        "username": user.username,
        "name": user.first_name or user.username,
    }


def seen_message(message: Message, user: User, veil: Veil) -> Message:
    """Return a message as its hearer may see it.

    Which task somebody else answered would tell a hidden task of known answer, which everybody
    answers, from others; so would which task they look at. Who is there, who answers, and how
    much, is no secret.
    """
    if message["type"] == "presence" and veil is not Veil.NONE:
        users = [_seen_person(who, user) for who in message["data"]["users"]]
        return message | {"data": {"users": users}}
    actor = message["actor"]
    is_own = actor is not None and actor["id"] == str(user.pk)
    if is_own or veil is Veil.NONE or message["type"] != "annotation":
        return message
    return message | {"data": message["data"] | {"task": None, "annotation": None}}


def _seen_person(who: Message, user: User) -> Message:
    return who if who["id"] == str(user.pk) else who | {"task": None}
