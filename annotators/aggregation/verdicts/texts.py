"""Texts: voted word by word, people weighing as much as they agree with the others."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from annotators.aggregation.kinds.transcripts import Transcript, rover
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict
from annotators.agreement.kinds.transcripts import WORDS
from labeling.ontology.parts import Label

__all__ = ["judge_texts"]

METHOD = "rover"
UNKNOWN, EVIDENCE = 0.7, 2.0
"""Agreement taken for somebody without peers, and how many comparisons that is worth."""


def judge_texts(label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return a text a task; of several texts in one answer, the answer most like the others."""
    given: defaultdict[int, dict[int, Any]] = defaultdict(dict)
    for task, who, text in opinions:
        if text:
            given[task][who] = text
    scores: defaultdict[int, list[float]] = defaultdict(list)
    for people in given.values():
        for (one, first), (two, second) in combinations(people.items(), 2):
            alike = WORDS.of(label, first, second)
            scores[one].append(alike)
            scores[two].append(alike)
    ability = {
        who: (sum(scores[who]) + UNKNOWN * EVIDENCE) / (len(scores[who]) + EVIDENCE)
        for people in given.values()
        for who in people
    }
    return Judgement(
        METHOD, [_verdict(label, task, own, ability) for task, own in given.items()], ability
    )


def _verdict(
    label: Label, task: int, texts: dict[int, Any], ability: Mapping[int, float]
) -> Verdict:
    weights = {who: ability[who] for who in texts}
    if any(isinstance(text, list) for text in texts.values()):
        likeness = {
            who: sum(weights[o] * WORDS.of(label, text, texts[o]) for o in texts)
            for who, text in texts.items()
        }
        best = max(likeness, key=lambda who: likeness[who])
        said, confidence = texts[best], likeness[best] / sum(weights.values())
    else:
        said, confidence = _voted(texts, weights)
    same = tuple(who for who, text in texts.items() if text == said)
    return Verdict(task, said, confidence, len(texts), same, weights)


def _voted(texts: Mapping[int, str], weights: Mapping[int, float]) -> tuple[str, float]:
    """Vote by word; where most said one and the same text, keep its spaces and lines."""
    found: Transcript = rover(list(texts.values()), [weights[who] for who in texts])
    literal = {" ".join(text.split()): text for text in texts.values()}
    return literal.get(found.text, found.text), found.confidence
