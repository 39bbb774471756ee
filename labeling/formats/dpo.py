"""Preferences for direct preference optimisation: a prompt, the better answer, the worse one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from labeling.formats.base import ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chat import message, messages_of, prompt_of
from labeling.formats.chosen import Chooser
from labeling.formats.exact_json import encode
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, labels_left_out
from labeling.ontology.parts import Label, Ontology

__all__ = ["DpoExporter"]

Messages = list[dict[str, Any]]
Parts = tuple[Messages, Messages, Messages]
"""The prompt, and what the first and the second field answer."""


class DpoExporter:
    """Writes `{"id", "prompt", "chosen", "rejected"}` as messages, from a pairwise answer."""

    id: ClassVar[str] = "dpo"
    name: ClassVar[str] = "Preference pairs (DPO)"
    description: ClassVar[str] = "Prompt, better and worse answer a line, from a pairwise question."
    extension: ClassVar[str] = "jsonl"
    is_archive: ClassVar[bool] = False

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what pairs cannot hold."""
        written = {label.id for label in _pairwise(ontology)}
        return [
            *labels_left_out(label for label in ontology.labels if label.id not in written),
            Loss("ties", "Ties are left out: neither answer is the better one."),
            Loss("unjudged", "Tasks without an annotation, or with a rejected one, are left out."),
            ANNOTATORS_LEFT_OUT,
        ]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs a pairwise question over two texts or two dialogues."""
        if _pairwise(ontology):
            return None
        return Loss("no_pairs", "This project compares no two texts or dialogues.")

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a line for each task that prefers one answer."""
        labels = _pairwise(ontology)
        chooser = Chooser()
        ties = unjudged = 0
        with sink.open("dpo.jsonl") as file:
            for task in tasks:
                chosen = chooser.choose(task)
                is_judged = chosen is not None and chosen.state != "rejected" and labels
                answers = chosen.content.answers if chosen and is_judged else {}
                best = _preferred(labels[0], answers) if labels else None
                if best is None:
                    unjudged += 1
                    continue
                if best == 2:
                    ties += 1
                    continue
                parts = _parts(task.data, labels[0], ontology)
                if parts is None:
                    yield Problem(f"Task {task.id}: left out: its two answers are the same.")
                    continue
                file.write(encode(_line(task, parts, best, labels, answers)) + b"\n")
        yield from chooser.problems()
        if ties:
            yield Problem(f"{ties:,} ties were left out.", is_warning=True)
        if unjudged:
            detail = f"{unjudged:,} tasks without a preference that stands were left out."
            yield Problem(detail, is_warning=True)


def _pairwise(ontology: Ontology) -> list[Label]:
    """The questions about the pair of the first one; others are other pairs."""
    found = [
        label
        for label in ontology.labels
        if label.kind == "pairwise"
        and len(label.fields) == 2
        and {ontology.fields[name].type for name in label.fields} in ({"text"}, {"dialogue"})
    ]
    return [label for label in found if label.fields == found[0].fields]


def _preferred(label: Label, answers: Mapping[str, Any]) -> int | None:
    """0 for the first field, 1 for the second, 2 for a tie; None without an answer."""
    ids = [item.id for item in label.classes]
    value = answers.get(label.id)
    return ids.index(value) if value in ids else None


def _line(
    task: ExportTask, parts: Parts, best: int, labels: list[Label], answers: Mapping[str, Any]
) -> dict[str, Any]:
    prompt, *sides = parts
    line = {
        "id": task.external_id or task.id,
        "prompt": prompt,
        "chosen": sides[best],
        "rejected": sides[1 - best],
    }
    others = {
        label.id: "tie" if side == 2 else "chosen" if side == best else "rejected"
        for label in labels[1:]
        if (side := _preferred(label, answers)) is not None
    }
    return line | ({"dimensions": others} if others else {})


def _parts(data: Mapping[str, Any], label: Label, ontology: Ontology) -> Parts | None:
    """Two dialogues part where they first differ; two texts answer what the other fields ask."""
    first, second = (data.get(name) for name in label.fields)
    prompt = prompt_of(data, ontology, label.fields)
    if isinstance(first, str) and isinstance(second, str):
        if first == second:
            return None
        return prompt, [message("assistant", first)], [message("assistant", second)]
    a, b = messages_of(first), messages_of(second)
    if a == b:
        return None
    shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    shared = min(len(a), len(b)) if shared is None else shared
    return prompt + a[:shared], a[shared:], b[shared:]
