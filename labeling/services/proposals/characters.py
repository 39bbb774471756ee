"""The same characters: printed in an image, written in a text, said in a transcript."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from labeling.ontology.parts import Label
from labeling.services.proposals.ask import Ask, Proposal
from labeling.services.proposals.matching import Found, find_runs, find_wholes, likeness, normal
from labeling.services.proposals.reading import tokens_of, words_of_region

__all__ = ["by_characters"]

LEAST = 0.72
CERTAIN = 0.97
WORD_TIMES = 0.93
"""A word's own time is right; whether the label wants it apart from its sentence is not known."""
SAID = 0.9
MOST = 8
SHOWN = 60


def by_characters(ask: Ask) -> list[Proposal]:
    """Propose what reads like the region; see `matching` for what counts as alike."""
    wanted = words_of_region(ask)
    if not normal(wanted):
        return []
    proposals: list[Proposal] = []
    targets = ask.targets
    for label in targets:
        proposals += _transcripts(ask, label, wanted)
    for field_id in dict.fromkeys(label.on for label in targets):
        found = _found(ask, field_id, wanted)
        for label in (label for label in targets if label.on == field_id):
            for run in found:
                geometry = _geometry(ask, label, run)
                if geometry is not None:
                    proposals.append(_proposal(ask, label, run, geometry))
    return proposals


def _found(ask: Ask, field_id: str, wanted: str) -> list[Found]:
    tokens = tokens_of(ask, field_id)
    if ask.type_of(field_id) == "table":
        return find_wholes(wanted, tokens)[:MOST]
    return find_runs(wanted, list(tokens))[:MOST]


def _proposal(ask: Ask, label: Label, run: Found, geometry: Mapping[str, Any]) -> Proposal:
    read = " ".join(token.text for token in run.tokens)
    timed = "time" in run.tokens[0].place
    code = "word_time" if timed else "same_characters" if run.is_exact else "like_characters"
    score = run.score * (WORD_TIMES if timed else CERTAIN)
    text = _surface(ask, label, geometry)
    return ask.new(label, geometry, score, code, surface=text, text=read[:SHOWN])


def _surface(ask: Ask, label: Label, geometry: Mapping[str, Any]) -> str | None:
    value = ask.data.get(label.on)
    if label.kind == "span" and isinstance(value, str):
        return value[geometry["start"] : geometry["end"]]
    return None


def _transcripts(ask: Ask, label: Label, wanted: str) -> list[Proposal]:
    """Regions that are there and whose own text holds the words, or is held by them."""
    found = []
    query = normal(wanted)
    for region in ask.candidates(label):
        said = region.get("text")
        if not isinstance(said, str) or not normal(said):
            continue
        score = _holds(query, normal(said))
        if score >= LEAST:
            found.append(ask.there(region, SAID * score, "said", text=said.strip()[:SHOWN]))
    return found


def _holds(query: str, said: str) -> float:
    """1 for equal texts; less for one that is a part of the other, and the less the smaller."""
    if query in said or said in query:
        return 0.85 + 0.15 * min(len(query), len(said)) / max(len(query), len(said))
    return likeness(query, said)


def _geometry(ask: Ask, label: Label, run: Found) -> Mapping[str, Any] | None:
    """Where a region of the label's kind lies around the run; None where the kind cannot."""
    first, last = run.tokens[0].place, run.tokens[-1].place
    if any(first.get(key) != last.get(key) for key in ("page", "turn")):
        return None
    if label.kind in _FRAMED and ask.type_of(label.on) in {"image", "document"}:
        box = _around(run)
        return _FRAMED[label.kind](box, first) if box is not None else None
    ends = {"start": first["start"], "end": last["end"]} if "end" in last else None
    is_time = "time" in last
    if label.kind == "range" and is_time:
        return ends
    if label.kind == "span" and ends is not None and not is_time:
        return ends | {key: first[key] for key in ("page", "turn") if key in first}
    if label.kind == "cell" and "row" in first:
        return {"row": first["row"], "column": first["column"]}
    return None


def _around(run: Found) -> dict[str, float] | None:
    boxes: Sequence[Sequence[float]] = [t.place["box"] for t in run.tokens if "box" in t.place]
    if not boxes:
        return None
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _ring(box: Mapping[str, float]) -> list[list[float]]:
    x, y = box["x"], box["y"]
    right, bottom = x + box["width"], y + box["height"]
    return [[x, y], [right, y], [right, bottom], [x, bottom]]


def _turned(box: Mapping[str, float]) -> dict[str, Any]:
    middle = {"cx": box["x"] + box["width"] / 2, "cy": box["y"] + box["height"] / 2}
    return {**middle, "width": box["width"], "height": box["height"], "angle": 0}


_FRAMED: Mapping[str, Callable[[Mapping[str, float], Mapping[str, Any]], dict[str, Any]]] = {
    "box": lambda box, _: dict(box),
    "polygon": lambda box, _: {"rings": [_ring(box)]},
    "rotated_box": lambda box, _: _turned(box),
    "page_box": lambda box, at: {**box, "page": at["page"]},
}
"""Geometries around a box of characters, by kind of label."""
