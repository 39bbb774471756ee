"""The model card: what a version is, from what it was made, how it does, what it is not for.

References
----------
Mitchell et al. (2019), Model Cards for Model Reporting, https://doi.org/10.1145/3287560.3287596
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["CardFacts", "ExportRow", "model_card"]


@dataclass(frozen=True)
class ExportRow:
    """How a version does as a file of some precision."""

    precision: str
    size_bytes: int
    latency_ms: float
    accuracy: float | None
    ece: float | None
    difference: float
    agreement: float
    passed: bool


@dataclass(frozen=True)
class CardFacts:
    """All that a card says; strings of people are escaped where they are written down."""

    project: str
    number: int
    label: str
    kind: str
    classes: Sequence[tuple[str, str]]
    fields: Sequence[tuple[str, str]]
    created_at: str
    created_by: str
    trigger: str
    parent: int | None
    snapshot: str
    code: str
    ontology_number: int
    layout: str
    labels: int
    tested: int
    accuracy: tuple[float, float, float] | None
    ece: float | None
    counts: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    per_class: Sequence[tuple[str, int, float | None, float | None]] = ()
    """Name, tested tasks, recall, precision."""
    exports: Sequence[ExportRow] = ()
    taught: Mapping[str, Any] | None = None
    """By which model, and both on the same tasks."""
    machine: str = ""


def model_card(facts: CardFacts) -> str:
    """Return the card as Markdown."""
    parts = [
        f"# {_plain(facts.project)}: model version {facts.number}",
        _purpose(facts),
        "## Where it comes from\n\n" + _table(("", ""), _lineage(facts)),
        "## How it does\n\n" + _measured(facts),
    ]
    if facts.taught:
        parts.append(f"### Taught by {_plain(facts.taught['name'])}\n\n" + _taught(facts.taught))
    if facts.per_class:
        rows = [(_plain(n), str(t), _share(r), _share(p)) for n, t, r, p in facts.per_class]
        parts.append(
            "### By class\n\n" + _table(("Class", "Tested tasks", "Recall", "Precision"), rows)
        )
    if facts.exports:
        parts.append("## As a file\n\n" + _exports(facts))
    parts.append("## Limits\n\n" + _limits(facts))
    return "\n\n".join(parts) + "\n"


def _purpose(facts: CardFacts) -> str:
    named = ", ".join(f"{_plain(name)} (`{_plain(id)}`)" for id, name in facts.classes)
    read = ", ".join(f"`{_plain(name)}` ({type})" for name, type in facts.fields)
    what = "any number of" if facts.kind == "multichoice" else "one of"
    return f"Reads {read}. Answers `{_plain(facts.label)}` with {what}: {named}."


def _lineage(facts: CardFacts) -> list[tuple[str, str]]:
    return [
        ("Made", f"{facts.created_at}, by {_plain(facts.created_by)} ({facts.trigger})"),
        ("Version in use before", str(facts.parent) if facts.parent else "none"),
        ("Answers (snapshot)", f"`{facts.snapshot or 'not recorded'}`, {facts.labels:,} tasks"),
        *((f"… {part}", f"{count:,}") for part, count in _parts(facts.counts)),
        ("Ontology version", str(facts.ontology_number)),
        ("Vectors (layout)", f"`{facts.layout}`"),
        ("Code", f"`{facts.code or 'not recorded'}`"),
        *(
            (f"Parameter `{name}`", f"`{json.dumps(value)}`")
            for name, value in facts.parameters.items()
        ),
    ]


def _parts(counts: Mapping[str, Any]) -> list[tuple[str, int]]:
    return [(part, counts[part]) for part in ("train", "validation") if part in counts]


def _measured(facts: CardFacts) -> str:
    if facts.accuracy is None:
        return "No hold-out task was labelled when it was made: nothing is known of its accuracy."
    value, low, high = facts.accuracy
    calibration = "" if facts.ece is None else f" Calibration error {facts.ece:.3f}."
    return (
        f"Accuracy {value:.1%} (95 % interval {low:.1%} to {high:.1%}) on {facts.tested:,} "
        f"hold-out tasks that no strategy chose and no fit saw.{calibration}"
    )


def _taught(taught: Mapping[str, Any]) -> str:
    rows = []
    for name, side in (("Teacher", taught["teacher"]), ("This version", taught["student"])):
        found, size, latency = side["accuracy"], side["size_bytes"], side["latency_ms"]
        rows.append(
            (
                name,
                f"{found['value']:.1%} ({found['low']:.1%} to {found['high']:.1%})"
                if found
                else "–",
                "–" if size is None else f"{size / 1e6:.2f} MB",
                "–" if latency is None else f"{latency:.1f} ms",
            )
        )
    return (
        _table(("", f"Accuracy on {taught['tasks']:,} tasks", "Size", "Latency, median"), rows)
        + "\n\nSizes of versions are without the encoders, which all versions share."
    )


def _exports(facts: CardFacts) -> str:
    head = ("Precision", "Size", "Latency, median", "Accuracy", "Calibration error",
            "Largest difference", "Same answers", "Check")  # fmt: skip
    rows = [
        (
            row.precision,
            f"{row.size_bytes / 1e6:.2f} MB",
            f"{row.latency_ms:.1f} ms",
            _share(row.accuracy),
            "–" if row.ece is None else f"{row.ece:.3f}",
            f"{row.difference:.2g}",
            _share(row.agreement),
            "passed" if row.passed else "not passed",
        )
        for row in facts.exports
    ]
    where = f"\n\nMeasured one task at a time, on one thread of: {facts.machine}." * bool(
        facts.machine
    )
    return _table(head, rows) + where


def _limits(facts: CardFacts) -> str:
    lines = [
        "It answers what its project asked, on data like its project's. On anything else its "
        "probabilities say little.",
        "It knows no class that nobody had labelled when it was made.",
        "Encoders are not trained here: MiniLM-L6 (Apache-2.0) reads texts, EfficientNet-Lite0 "
        "(Apache-2.0) reads pictures.",
    ]
    if facts.tested < 100:
        lines.insert(0, f"It was measured on {facts.tested} tasks only; see the interval.")
    return "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _plain(text: str) -> str:
    """Return words of people so that they cannot end a table's cell, a line, or begin a tag."""
    flat = " ".join(text.split())
    for mark in "\\`|<>[]*_#":
        flat = flat.replace(mark, f"\\{mark}")
    return flat
