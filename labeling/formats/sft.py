"""Chats for supervised fine-tuning: one list of messages a line, answers as people rewrote them."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from labeling.formats.base import Content, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chat import last_answer, message, messages_of, prompt_of, rewrites
from labeling.formats.chosen import Chooser
from labeling.formats.exact_json import encode
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, labels_left_out
from labeling.ontology.parts import Field, Ontology

__all__ = ["SftExporter"]

REWRITE = "rewrite"
"""The text attribute of a whole turn that holds what the turn should have said."""


class SftExporter:
    """Writes `{"id", "messages"}`, the shape that chat templates take."""

    id: ClassVar[str] = "sft"
    name: ClassVar[str] = "Chats for fine-tuning (SFT)"
    description: ClassVar[str] = (
        "A list of messages a line, with rewritten answers in place of the first ones."
    )
    extension: ClassVar[str] = "jsonl"
    is_archive: ClassVar[bool] = False

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what messages cannot hold."""
        written = {label.id for label in rewrites(ontology)}
        return [
            *labels_left_out(label for label in ontology.labels if label.id not in written),
            Loss("unjudged", "Tasks without an annotation, or with a rejected one, are left out."),
            ANNOTATORS_LEFT_OUT,
        ]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs a dialogue, or a text that is written anew."""
        return None if _field(ontology) else Loss("no_chats", "This project shows no dialogues.")

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a line for each judged task."""
        field = _field(ontology)
        chooser = Chooser()
        unjudged = 0
        with sink.open("sft.jsonl") as file:
            for task in tasks:
                chosen = chooser.choose(task)
                if field is None or chosen is None or chosen.state == "rejected":
                    unjudged += 1
                    continue
                messages = _messages(task, field, ontology, chosen.content)
                if not messages:
                    yield Problem(f"Task {task.id}: left out: it has no {field.name}.")
                    continue
                line = {"id": task.external_id or task.id, "messages": messages}
                file.write(encode(line) + b"\n")
        yield from chooser.problems()
        if unjudged:
            detail = f"{unjudged:,} tasks without an annotation that stands were left out."
            yield Problem(detail, is_warning=True)


def _field(ontology: Ontology) -> Field | None:
    """The field that answers stand in: the one that is rewritten, else the first dialogue."""
    for label in rewrites(ontology):
        return ontology.fields[str(label.extra["rewrite"])]
    return next(iter(ontology.fields_of_type("dialogue")), None)


def _messages(
    task: ExportTask, field: Field, ontology: Ontology, content: Content
) -> list[dict[str, Any]]:
    value = task.data.get(field.id)
    if field.type == "text":
        if not isinstance(value, str):
            return []
        messages = [*prompt_of(task.data, ontology, [field.id]), message("assistant", value)]
    else:
        messages = messages_of(value)
        _rewrite_turns(messages, content)
    for label in rewrites(ontology):
        text = content.answers.get(label.id)
        is_here = label.extra["rewrite"] == field.id and isinstance(text, str) and text.strip()
        place = last_answer(messages) if is_here else None
        if place is not None:
            messages[place]["content"] = text
    return messages


def _rewrite_turns(messages: list[dict[str, Any]], content: Content) -> None:
    for region in content.regions:
        turn = region.get("geometry", {}).get("turn")
        text = region.get("attributes", {}).get(REWRITE)
        is_whole = "start" not in region.get("geometry", {})
        if is_whole and isinstance(text, str) and text.strip() and isinstance(turn, int):
            messages[turn]["content"] = text
