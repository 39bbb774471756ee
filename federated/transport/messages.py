"""Our questions and answers inside Flower's messages: one record of bytes."""

from __future__ import annotations

from flwr.app import ConfigRecord, Message, MessageType, RecordDict

from federated.wire.asking import Ask
from federated.wire.content import BadContent, pack, unpack

__all__ = ["ask_in", "asking_message", "raw_in", "reply_to"]

_RECORD = "penumbra"
KIND = f"{MessageType.QUERY}.penumbra"


def asking_message(ask: Ask, *, node_id: int) -> Message:
    """Return the message that carries a question to a node."""
    record = ConfigRecord(
        {"kind": ask.kind, "run": ask.run, "round": ask.round, "raw": pack(ask.content)}
    )
    return Message(content=RecordDict({_RECORD: record}), dst_node_id=node_id, message_type=KIND)


def ask_in(message: Message) -> Ask:
    """Return the question that a message carries.

    Raises
    ------
    BadContent
        It carries none.
    """
    record = message.content.config_records.get(_RECORD)
    match dict(record or {}):
        case {"kind": str(kind), "run": str(run), "round": int(number), "raw": bytes(raw)}:
            return Ask(kind, run, number, unpack(raw))
    raise BadContent("the message carries no question")


def reply_to(message: Message, raw: bytes) -> Message:
    """Return the answer's message."""
    return Message(RecordDict({_RECORD: ConfigRecord({"raw": raw})}), reply_to=message)


def raw_in(message: Message) -> bytes | None:
    """Return the answer's bytes, or None where Flower says that the node failed."""
    if message.has_error():
        return None
    raw = message.content.config_records[_RECORD]["raw"]
    return raw if isinstance(raw, bytes) else None
