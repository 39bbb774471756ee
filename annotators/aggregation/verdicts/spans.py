"""Spans of text: one path through the pieces that people's ends cut the text into.

No text is needed: between two ends that anybody set, everybody says one thing. Where somebody's
own spans lie over each other there is no single path, and spans are matched like other marks.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from annotators.aggregation.kinds.sequences import Tagged, fuse_sequences
from annotators.aggregation.verdicts.marks import judge_marks
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Said, Verdict
from labeling.ontology.parts import Label

__all__ = ["judge_spans"]

METHOD = "sequence"
OUTSIDE = 0
Place = tuple[int | None, int | None]
"""Turn and page: each has a text of its own."""


def judge_spans(label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return the spans of each task on which anybody marked something."""
    given: defaultdict[int, dict[int, list[Said]]] = defaultdict(dict)
    for task, who, spans in opinions:
        given[task][who] = spans
    marked = {task: own for task, own in given.items() if any(own.values())}
    if any(_overlap(spans) for own in marked.values() for spans in own.values()):
        return judge_marks(label, opinions)
    if not marked:
        return Judgement(METHOD, ())
    texts = [text for task, own in marked.items() for text in _texts(task, own)]
    tags = _Tags.of(texts)
    people = {
        who: at for at, who in enumerate(dict.fromkeys(w for o in marked.values() for w in o))
    }
    found = _tagged(texts, tags, people, marked)
    ability = _ability(found, people)
    by_task: defaultdict[int, list[Said]] = defaultdict(list)
    sure: defaultdict[int, list[float]] = defaultdict(list)
    at = 0
    for text in texts:
        here = slice(at, at + len(text.pieces))
        at = here.stop
        by_task[text.task] += _spans(label, text, tags, found.tag[here], found.posterior[here])
        sure[text.task] += found.posterior[here].max(1).tolist()
    verdicts = [
        _verdict(task, own, _numbered(by_task[task]), sure[task], ability)
        for task, own in marked.items()
    ]
    return Judgement(METHOD, verdicts, ability)


@dataclass(slots=True)
class _Text:
    """One text of one task, cut wherever anybody begins or ends a span."""

    task: int
    place: Place
    spans: dict[int, list[Said]] = field(default_factory=dict)
    """Of each person, in their order."""
    pieces: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Tags:
    """Outside, and of each class its beginning and its going on."""

    classes: Mapping[str, int]

    @classmethod
    def of(cls, texts: Sequence[_Text]) -> "_Tags":
        names = (span["class"] for text in texts for own in text.spans.values() for span in own)
        return cls({name: at for at, name in enumerate(dict.fromkeys(names))})

    def begins(self, name: str) -> int:
        return 1 + 2 * self.classes[name]

    def __len__(self) -> int:
        return 1 + 2 * len(self.classes)


def _place(span: Said) -> Place:
    return span["geometry"].get("turn"), span["geometry"].get("page")


def _overlap(spans: Sequence[Said]) -> bool:
    ends = sorted((*map(str, _place(one)), *_ends(one)) for one in spans)
    return any(a[:2] == b[:2] and b[2] < a[3] for a, b in pairwise(ends))


def _ends(span: Said) -> tuple[int, int]:
    return span["geometry"]["start"], span["geometry"]["end"]


def _texts(task: int, own: Mapping[int, Sequence[Said]]) -> list[_Text]:
    found: dict[Place, _Text] = {}
    for who, spans in own.items():
        for span in sorted(spans, key=_ends):
            text = found.setdefault(_place(span), _Text(task, _place(span)))
            text.spans.setdefault(who, []).append(span)
    for text in found.values():
        cuts = {end for spans in text.spans.values() for span in spans for end in _ends(span)}
        text.pieces = list(pairwise(sorted(cuts)))
    return list(found.values())


def _tagged(
    texts: Sequence[_Text],
    tags: _Tags,
    people: Mapping[int, int],
    marked: Mapping[int, Mapping[int, Sequence[Said]]],
) -> Tagged:
    """Who looked and marked nothing in a text says of each piece that it lies outside."""
    votes: list[tuple[int, int, int]] = []
    first = 0
    for text in texts:
        for who in marked[text.task]:
            said = _said(text, text.spans.get(who, ()), tags)
            votes += [(first + at, people[who], tag) for at, tag in enumerate(said)]
        first += len(text.pieces)
    piece, who_at, tag = np.asarray(votes, dtype=np.int64).T
    n_tags = len(tags)
    # Only its own beginning or going on may come before a class goes on.
    going_on = np.arange(2, n_tags, 2)
    may_follow = np.ones((n_tags, n_tags), dtype=bool)
    may_follow[:, going_on] = False
    may_follow[going_on, going_on] = may_follow[going_on - 1, going_on] = True
    may_begin = np.ones(n_tags, dtype=bool)
    may_begin[going_on] = False
    lengths = np.asarray([len(text.pieces) for text in texts], dtype=np.int64)
    return fuse_sequences(lengths, (piece, who_at, tag), may_follow, may_begin, len(people))


def _said(text: _Text, spans: Sequence[Said], tags: _Tags) -> list[int]:
    """One person's tag of each piece."""
    found = [OUTSIDE] * len(text.pieces)
    for span in spans:
        start, end = _ends(span)
        for at, (low, high) in enumerate(text.pieces):
            if start <= low and high <= end:
                found[at] = tags.begins(span["class"]) + (low > start)
    return found


def _spans(
    label: Label, text: _Text, tags: _Tags, path: np.ndarray, posterior: np.ndarray
) -> list[Said]:
    """Join the pieces of the path; a span is no surer than its least sure piece."""
    names = list(tags.classes)
    found: list[Said] = []
    for at, tag in enumerate(path.tolist()):
        if tag == OUTSIDE:
            continue
        start, end = text.pieces[at]
        p = float(posterior[at, tag])
        if tag % 2:
            geometry = {"start": start, "end": end}
            turn, page = text.place
            geometry |= {} if turn is None else {"turn": turn}
            geometry |= {} if page is None else {"page": page}
            found.append(
                {"label": label.id, "on": label.on, "class": names[tag // 2]}
                | {"geometry": geometry, "score": p}
            )
        else:
            found[-1]["geometry"]["end"] = end
            found[-1]["score"] = min(found[-1]["score"], p)
    return found


def _ability(found: Tagged, people: Mapping[int, int]) -> dict[int, float]:
    """Return how well each person finds what is there and leaves alone what is not, half each."""
    right = np.einsum("wkk->wk", found.confusion)
    inside = found.posterior.sum(0)[1:]
    finds = right[:, 1:] @ (inside / max(float(inside.sum()), 1e-9))
    return {who: float((finds[at] + right[at, OUTSIDE]) / 2) for who, at in people.items()}


def _numbered(spans: Sequence[Said]) -> list[Said]:
    return [
        {"id": f"{span['label']}-{number}", **span, "score": round(span["score"], 4)}
        for number, span in enumerate(spans, 1)
    ]


def _verdict(
    task: int,
    own: Mapping[int, Sequence[Said]],
    regions: list[Said],
    sure: Sequence[float],
    ability: Mapping[int, float],
) -> Verdict:
    said = {_key(span) for span in regions}
    return Verdict(
        task,
        regions,
        float(np.mean(sure)),
        len(own),
        tuple(who for who, marks in own.items() if {_key(mark) for mark in marks} == said),
        {who: ability[who] for who in own},
        {str(number): region["score"] for number, region in enumerate(regions, 1)},
    )


def _key(span: Said) -> tuple[object, ...]:
    return (*_place(span), *_ends(span), span["class"])
