"""What somebody could do better, from what is surely known of them; kind, and never a ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Advice", "advise", "streak"]

MOST = 4
CLEARLY = 0.03
"""Share of right answers by which a class must lie below the whole to be named."""
OFTEN = 3


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to look at: a code that screens word, and its values."""

    code: str
    params: Mapping[str, str | float] = field(default_factory=dict)


def advise(detail: Mapping[str, Any]) -> list[Advice]:
    """Return the most helpful things to say, the surest first.

    Parameters
    ----------
    detail : mapping
        Of a person's facts: labels with classes, changes, patterns, mistakes.
    """
    found = [*_confused(detail.get("mistakes", ())), *_weak_classes(detail.get("labels", ()))]
    patterns = {one["kind"] for one in detail.get("patterns", ())}
    if "hasty" in patterns:
        found.append(Advice("slower"))
    if (pull := (detail.get("anchoring") or {}).get("pull")) and pull["low"] > 0:
        found.append(Advice("suggestions", {"value": pull["value"]}))
    if (tired := detail.get("sittings_change")) and tired["high"] < 0:
        found.append(Advice("pause", {"value": -tired["value"]}))
    if (better := detail.get("weeks_change")) and better["low"] > 0:
        found.append(Advice("better", {"value": better["value"]}))
    again = detail.get("consistency")
    if again and again["high"] < 0.85:
        found.append(Advice("consistent", {"value": again["value"]}))
    return found[:MOST]


def streak(days: Sequence[int], today: int) -> int:
    """Return for how many days in a row there was work, up to today or yesterday.

    Parameters
    ----------
    days : sequence of int
        Ordinals of days with work.
    today : int
    """
    worked = set(days)
    day = today if today in worked else today - 1
    length = 0
    while day in worked:
        length, day = length + 1, day - 1
    return length


def _confused(mistakes: Sequence[Mapping[str, Any]]) -> list[Advice]:
    """Name the pair of classes that was mistaken most, where it is no single slip."""
    counts: dict[tuple[str, str, str], int] = {}
    for one in mistakes:
        if one.get("said") and one.get("truth"):
            pair = (one["label"], one["truth"], one["said"])
            counts[pair] = counts.get(pair, 0) + 1
    if not counts:
        return []
    (label, truth, said), times = max(counts.items(), key=lambda item: item[1])
    if times < OFTEN:
        return []
    params: dict[str, str | float] = {"label": label, "truth": truth, "said": said, "times": times}
    return [Advice("confused", params)]


def _weak_classes(labels: Sequence[Mapping[str, Any]]) -> list[Advice]:
    """Name the class whose whole interval lies below the person's own accuracy."""
    found = [
        (one["value"] - label["value"], label["label"], one)
        for label in labels
        for one in label.get("classes", ())
        if one["n"] >= 1 and one["high"] < label["value"] - CLEARLY
    ]
    if not found:
        return []
    _, label_id, weakest = min(found, key=lambda item: item[0])
    return [
        Advice(
            "weak_class",
            {"label": label_id, "class": weakest["class"], "value": weakest["value"]},
        )
    ]
