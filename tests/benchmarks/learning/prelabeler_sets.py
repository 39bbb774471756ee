"""Labelled texts as they are, for the bench of pre-labelers."""

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.shared_data import shared

__all__ = ["SEED", "banking", "cmrc", "preferred", "sst", "trec", "wikigold"]

SEED = 11


def wikigold() -> tuple[list[str], list[list[tuple[int, int, str]]]]:
    """Sentences with the spans of their entities, in code points."""
    texts, spans = [], []
    for sentence in _sentences():
        text, mine, last = "", [], "O"
        for word, tag in sentence:
            text += " " if text else ""
            kind = tag.rpartition("-")[2]
            if kind != "O" and kind == last:
                mine[-1] = (mine[-1][0], len(text) + len(word), kind)
            elif kind != "O":
                mine.append((len(text), len(text) + len(word), kind))
            text, last = text + word, kind
        texts.append(text)
        spans.append(mine)
    return texts, spans


def _sentences() -> Iterator[list[tuple[str, str]]]:
    sentence: list[tuple[str, str]] = []
    path = shared("data/ner_wikigold/wikigold.conll.txt")
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.strip():
            word, tag = line.rsplit(" ", 1)
            sentence.append((word, tag))
        elif sentence:
            yield sentence
            sentence = []


def banking() -> tuple[list[str], list[str]]:
    """Some test queries of banking77."""
    rows = list(csv.DictReader(shared("data/text_banking77/test.csv").open(encoding="utf-8")))
    drawn = np.random.default_rng(SEED).permutation(len(rows))[:600]
    return [rows[i]["text"] for i in drawn], [rows[i]["category"] for i in drawn]


def trec() -> tuple[list[str], list[str]]:
    """TREC's test questions."""
    rows = list(csv.DictReader(shared("data/text_trec6/test.csv").open(encoding="utf-8")))
    return [row["text"] for row in rows], [row["coarse"] for row in rows]


def sst() -> tuple[list[str], list[str]]:
    """SST-2's development sentences."""
    lines = shared("data/text_sst2/dev.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit("\t", 1) for line in lines if "\t" in line]
    return [text for text, _ in pairs], [label for _, label in pairs]


def cmrc() -> list[dict[str, Any]]:
    """Chinese paragraphs."""
    found = json.loads(shared("data/zh_cmrc2018/trial.json").read_text(encoding="utf-8"))
    if isinstance(found, dict):
        return [{"context_text": p["context"]} for d in found["data"] for p in d["paragraphs"]]
    return list(found)


def preferred() -> list[tuple[list[dict[str, str]], list[dict[str, str]]]]:
    """Pairs of dialogues, the one whose last turn people preferred first."""
    lines = shared("data/prefs_hh_rlhf/sample.jsonl").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    return [(_turns(one["chosen"]), _turns(one["rejected"])) for one in told]


def _turns(text: str) -> list[dict[str, str]]:
    parts = re.split(r"\n\n(Human|Assistant): ", text)[1:]
    return [{"role": r.lower(), "text": t} for r, t in zip(parts[::2], parts[1::2], strict=False)]
