"""The same time: ranges of sound and video, tracks, and frames of one recording."""

from collections.abc import Mapping
from typing import Any

from labeling.ontology.parts import Label
from labeling.services.proposals.ask import Ask, Proposal, Region

__all__ = ["by_time"]

IN_TIME = frozenset({"audio", "video", "timeseries"})
LEAST_OVERLAP = 0.2
THERE = 0.88
NEW = 0.6
"""A new range at the same time is a guess: nothing says that the other recording shows it."""


def by_time(ask: Ask) -> list[Proposal]:
    """Propose what lasts as long, and where nothing does, a range of the same length."""
    mine = _extent(ask, ask.label, ask.region)
    if mine is None:
        return []
    proposals: list[Proposal] = []
    for label in ask.targets:
        if ask.type_of(label.on) not in IN_TIME:
            continue
        found = [
            ask.there(other, THERE * shared, "same_time", overlap=round(shared, 2))
            for other in ask.candidates(label)
            if (span := _extent(ask, label, other)) is not None
            and (shared := _shared(mine, span)) >= LEAST_OVERLAP
        ]
        proposals += found
        if not found and label.kind == "range" and _lasts(ask, label.on, mine[1]):
            place = _range(ask, label.on, mine)
            proposals.append(ask.new(label, place, NEW, "same_time", overlap=1.0))
    return proposals


def _extent(ask: Ask, label: Label, region: Region) -> tuple[float, float] | None:
    """From when to when a region lasts, in seconds; None where it has no times."""
    geometry = region["geometry"]
    if ask.type_of(label.on) not in IN_TIME:
        return None
    if label.kind == "range":
        return float(geometry["start"]), float(geometry["end"])
    if label.kind == "track" and (rate := _rate(ask, label.on)):
        frames = [key["frame"] for key in geometry["keyframes"]]
        last = geometry.get("end", _facts(ask, label.on).get("frames", frames[-1] + 1))
        return frames[0] / rate, max(last, frames[-1] + 1) / rate
    return None


def _shared(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Overlap over union, 0 to 1."""
    shared = min(a[1], b[1]) - max(a[0], b[0])
    joined = max(a[1], b[1]) - min(a[0], b[0])
    return max(0.0, shared / joined) if joined > 0 else 0.0


def _lasts(ask: Ask, field_id: str, end: float) -> bool:
    asset = ask.assets.get(field_id)
    return asset is not None and asset.duration is not None and asset.duration >= end


def _range(ask: Ask, field_id: str, mine: tuple[float, float]) -> dict[str, float]:
    start, end = mine
    place: dict[str, float] = {"start": start, "end": end}
    if ask.type_of(field_id) == "video" and (rate := _rate(ask, field_id)):
        first = round(start * rate)
        place |= {"start_frame": first, "end_frame": max(first + 1, round(end * rate))}
    return place


def _rate(ask: Ask, field_id: str) -> float | None:
    """Frames a second, of videos whose frames come evenly."""
    facts = _facts(ask, field_id)
    rate = facts.get("rate")
    return (
        float(rate) if isinstance(rate, int | float) and rate and not facts.get("varies") else None
    )


def _facts(ask: Ask, field_id: str) -> Mapping[str, Any]:
    asset = ask.assets.get(field_id)
    return asset.facts if asset is not None else {}
