"""Checks when the words of a transcript are said: in order, apart, inside their range."""

from collections.abc import Mapping
from math import inf
from typing import Any

from labeling.ontology.problems import Problems
from labeling.regions.range import TOLERANCE_S
from labeling.regions.reading import is_number

__all__ = ["MAX_WORDS", "check_words"]

MAX_WORDS = 20_000


def check_words(region: Mapping[str, Any], where: str, problems: Problems) -> None:
    """Note what is wrong with `words` of a range without faults: `{text, start, end}` each."""
    words = region.get("words")
    if words is None:
        return
    if not isinstance(words, list) or len(words) > MAX_WORDS:
        problems.add(f"{where}/words", f"must be a list of at most {MAX_WORDS:,} words")
        return
    last = float(region["geometry"]["start"]) - TOLERANCE_S
    limit = float(region["geometry"]["end"]) + TOLERANCE_S
    for i, word in enumerate(words):
        if not isinstance(word, Mapping) or not isinstance(word.get("text"), str):
            problems.add(f"{where}/words/{i}", "must be an object with text, start and end")
            return
        times = (word.get("start"), word.get("end"))
        start, end = (float(t) if t is not None and is_number(t) else inf for t in times)
        if not last <= start <= end <= limit:
            said = "must begin after the word before it and end inside the region"
            problems.add(f"{where}/words/{i}", said)
            return
        last = end - TOLERANCE_S
