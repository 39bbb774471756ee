"""Reads labeling functions as people send them; says what is wrong with each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from labeling.ontology.parts import Label

__all__ = ["MOST_FUNCTIONS", "LabelingFunction", "compiled", "function_faults", "read_functions"]

MOST_FUNCTIONS = 100
MOST_WORDS = 2_000
MAX_PATTERN = 1_000
MAX_NAME = 100
KINDS = ("regex", "words")


@dataclass(frozen=True, slots=True)
class LabelingFunction:
    """Where it matches, its class is meant: of the whole text, or of the place."""

    id: str
    name: str
    label: str
    class_id: str
    kind: str
    pattern: str = ""
    words: tuple[str, ...] = ()
    ignores_case: bool = True


def read_functions(stored: Sequence[Mapping[str, Any]]) -> list[LabelingFunction]:
    """Return stored functions, which were checked when they were sent."""
    return [
        LabelingFunction(
            id=str(item["id"]),
            name=str(item.get("name") or item["id"]),
            label=str(item["label"]),
            class_id=str(item["class"]),
            kind=str(item["kind"]),
            pattern=str(item.get("pattern") or ""),
            words=tuple(str(word) for word in item.get("words") or ()),
            ignores_case=bool(item.get("ignores_case", True)),
        )
        for item in stored
    ]


def function_faults(given: Any, labels: Sequence[Label]) -> list[tuple[str, str]]:
    """Return everything that is wrong with functions that somebody sent, by JSON pointer."""
    if not isinstance(given, list) or len(given) > MOST_FUNCTIONS:
        return [("", f"must be a list of at most {MOST_FUNCTIONS} functions")]
    faults: list[tuple[str, str]] = []
    ids: set[str] = set()
    known = {label.id: label for label in labels}
    for number, item in enumerate(given):
        where = f"/{number}"
        if not isinstance(item, Mapping):
            faults.append((where, "must be an object"))
            continue
        if not _is_name(item.get("id")) or str(item["id"]) in ids:
            faults.append((f"{where}/id", "must be a short text that no other function has"))
        ids.add(str(item.get("id")))
        faults += [(where + below, said) for below, said in _faults_of(item, known)]
    return faults


def compiled(function: LabelingFunction) -> re.Pattern[str]:
    """Return the pattern that a function looks for; raises `re.error` for one that is none."""
    flags = re.IGNORECASE if function.ignores_case else 0
    if function.kind == "regex":
        return re.compile(function.pattern, flags)
    return re.compile("|".join(_word(word) for word in _longest_first(function.words)), flags)


def _faults_of(item: Mapping[str, Any], labels: Mapping[str, Label]) -> list[tuple[str, str]]:
    faults = []
    label = labels.get(str(item.get("label")))
    if label is None:
        faults.append(("/label", f"must be one of {', '.join(labels) or 'no label that fits'}"))
    elif label.class_(str(item.get("class"))) is None:
        known = ", ".join(one.id for one in label.classes[:20])
        faults.append(("/class", f"must be a class of {label.id} ({known})"))
    if item.get("name") is not None and not _is_name(item["name"]):
        faults.append(("/name", f"must be a text of at most {MAX_NAME} characters"))
    kind = item.get("kind")
    if kind == "regex":
        faults += _pattern_faults(item.get("pattern"))
    elif kind == "words":
        faults += _word_faults(item.get("words"))
    else:
        faults.append(("/kind", f"must be one of {', '.join(KINDS)}"))
    return faults


def _pattern_faults(pattern: Any) -> list[tuple[str, str]]:
    if not isinstance(pattern, str) or not 1 <= len(pattern) <= MAX_PATTERN:
        return [("/pattern", f"must be a text of 1 to {MAX_PATTERN} characters")]
    try:
        found = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        place = getattr(error, "pos", None)
        at = f" (at character {place + 1})" if isinstance(place, int) else ""
        return [("/pattern", f"is no regular expression{at}: {getattr(error, 'msg', error)}")]
    if found.match("") is not None:
        return [("/pattern", "matches nothing at all too, and so every text")]
    return []


def _word_faults(words: Any) -> list[tuple[str, str]]:
    if not isinstance(words, list) or not 1 <= len(words) <= MOST_WORDS:
        return [("/words", f"must be a list of 1 to {MOST_WORDS:,} words")]
    for number, word in enumerate(words):
        if not _is_name(word):
            return [(f"/words/{number}", f"must be a text of 1 to {MAX_NAME} characters")]
    return []


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= MAX_NAME


def _longest_first(words: Sequence[str]) -> list[str]:
    return sorted((word.strip() for word in words), key=len, reverse=True)


def _word(word: str) -> str:
    """A whole word where its ends are letters of a script that writes words apart."""
    before = r"\b" if word[0].isascii() and word[0].isalnum() else ""
    behind = r"\b" if word[-1].isascii() and word[-1].isalnum() else ""
    return before + re.escape(word) + behind
