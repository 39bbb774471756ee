"""Dialogues as training programs read them: messages with a role and a content."""

from collections.abc import Mapping, Sequence
from typing import Any

from labeling.media.dialogue import role_of, text_of, turns_of
from labeling.ontology.parts import Field, Label, Ontology

__all__ = ["last_answer", "message", "messages_of", "prompt_of", "rewrites"]

ROLES = {
    **dict.fromkeys(("human", "user", "prompter", "customer", "client", "用户"), "user"),
    **dict.fromkeys(
        ("assistant", "gpt", "chatgpt", "bot", "ai", "model", "agent", "助手"), "assistant"
    ),
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("tool", "function", "observation"), "tool"),
}
KEPT = ("name", "tool_calls", "tool_call_id")
PROMPTS = frozenset({"text", "dialogue"})


def message(role: str, content: str) -> dict[str, Any]:
    """Return one message."""
    return {"role": role, "content": content}


def messages_of(value: object) -> list[dict[str, Any]]:
    """Return a dialogue as messages; roles that nobody else knows stay as they are."""
    found = []
    for turn in turns_of(value):
        role = role_of(turn)
        made = message(ROLES.get(role.strip().lower(), role), text_of(turn))
        found.append(made | {key: turn[key] for key in KEPT if turn.get(key)})
    return found


def last_answer(messages: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the place of the last answer with words: what a rewrite starts from."""
    spoken = [i for i, one in enumerate(messages) if one["content"]]
    answers = [i for i in spoken if messages[i]["role"] == "assistant"]
    return max(answers or spoken, default=None)


def prompt_of(
    data: Mapping[str, Any], ontology: Ontology, besides: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the other texts and dialogues of a task, in order: what was asked."""
    fields = [field for field in ontology.fields.values() if field.id not in besides]
    return [one for field in fields for one in _asked(field, data.get(field.id))]


def _asked(field: Field, value: object) -> list[dict[str, Any]]:
    if field.type == "dialogue":
        return messages_of(value)
    is_text = field.type == "text" and isinstance(value, str) and value.strip()
    return [message("user", str(value))] if is_text else []


def rewrites(ontology: Ontology) -> list[Label]:
    """Return the labels that write a text or a last answer anew."""
    return [
        label
        for label in ontology.labels
        if label.kind == "textarea"
        and (field := ontology.fields.get(str(label.extra.get("rewrite", "")))) is not None
        and field.type in PROMPTS
    ]
