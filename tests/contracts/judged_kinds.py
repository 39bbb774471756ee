"""Made-up truths of each kind of label, and people who get them wrong, for the suite of judges."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from annotators.aggregation.verdicts import JUDGES, Judgement, Opinion
from annotators.aggregation.verdicts.links import judge_links
from labeling.ontology.schema import parse_ontology

NAMES = [f"c{n}" for n in range(5)]
ONTOLOGY = parse_ontology(
    {
        "fields": {"text": {"type": "text"}, "photo": {"type": "image"}},
        "labels": [
            {"id": "choice", "kind": "choice", "classes": NAMES},
            {"id": "multichoice", "kind": "multichoice", "classes": NAMES},
            {"id": "rating", "kind": "rating", "min": 1, "max": 9},
            {"id": "ranking", "kind": "ranking", "classes": NAMES},
            {"id": "textarea", "kind": "textarea"},
            {"id": "span", "on": "text", "kind": "span", "classes": NAMES},
            {"id": "box", "on": "photo", "kind": "box", "classes": NAMES},
        ],
        "relations": [
            {"id": "before", "from": ["span"], "to": ["span"]},
            {"id": "same", "from": ["span"], "to": ["span"], "directed": False, "identity": True},
        ],
    }
)
Rng = np.random.Generator


@dataclass(frozen=True)
class Kind:
    """How truths of a kind come about, what somebody says who errs, and what counts as right."""

    judge: Callable[[Sequence[Opinion]], Judgement]
    truth: Callable[[Rng], Any]
    wrong: Callable[[Rng, Any], Any]
    core: Callable[[Any], Any] = lambda said: said
    """What two answers must share to be the same."""


def _other(rng: Rng, truth: str) -> str:
    return str(rng.choice([name for name in NAMES if name != truth]))


def _set(rng: Rng) -> list[str]:
    # Two companies that go together, so that there is something to learn from the others.
    return NAMES[:2] if rng.random() < 0.5 else NAMES[2:]


def _set_with_errors(rng: Rng, truth: list[str]) -> list[str]:
    flipped = set(truth) ^ set(rng.choice(NAMES, 2, replace=False).tolist())
    return sorted(flipped)


def _order(rng: Rng) -> list[str]:
    return [str(name) for name in rng.permutation(NAMES)]


def _words(rng: Rng) -> str:
    return " ".join(f"w{n}" for n in rng.integers(0, 50, 6))


def _misheard(rng: Rng, truth: str) -> str:
    words = truth.split()
    words[int(rng.integers(len(words)))] = f"x{rng.integers(1000)}"
    return " ".join(words)


def span(start: int, end: int, name: str) -> dict[str, Any]:
    """A region; ids are those of the place."""
    geometry = {"start": start, "end": end}
    return {"id": f"s{start}", "label": "span", "on": "text", "class": name, "geometry": geometry}


def _spans(rng: Rng) -> list[dict[str, Any]]:
    return [span(20 * n, 20 * n + 9, str(rng.choice(NAMES))) for n in range(3)]


def _spans_with_errors(rng: Rng, truth: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first, second, third = truth
    start = first["geometry"]["start"]
    return [span(start, start + 4, first["class"]), second, span(70, 75, _other(rng, ""))][
        : int(rng.integers(1, 4))
    ] or [third]


def _boxes(rng: Rng) -> list[dict[str, Any]]:
    return [_box(rng, 100 * n, str(rng.choice(NAMES))) for n in range(2)]


def _box(rng: Rng, x: float, name: str) -> dict[str, Any]:
    geometry = {"x": x, "y": float(rng.integers(3)), "width": 40.0, "height": 40.0}
    return {"id": f"b{x}", "label": "box", "on": "photo", "class": name, "geometry": geometry}


def _places(marks: list[dict[str, Any]]) -> Any:
    return sorted((round(mark["geometry"]["x"], -1), mark["class"]) for mark in marks)


def _exact(marks: list[dict[str, Any]]) -> Any:
    return sorted((*mark["geometry"].values(), mark["class"]) for mark in marks)


ENDS = [span(10 * n, 10 * n + 5, "c0") for n in range(6)]


def _linked(pairs: Sequence[tuple[int, int]], relation: str) -> dict[str, Any]:
    links = [
        {"id": f"l{n}", "label": relation, "from": ENDS[a]["id"], "to": ENDS[b]["id"]}
        for n, (a, b) in enumerate(pairs)
    ]
    return {"regions": ENDS, "relations": links, "answers": {}}


def _links(relation: str, rng: Rng) -> dict[str, Any]:
    a, b, c, d = (int(n) for n in rng.permutation(6)[:4])
    return _linked([(a, b), (c, d)], relation)


def _linked_wrongly(relation: str, rng: Rng, _truth: Any) -> dict[str, Any]:
    return _links(relation, rng)


def _ends(said: Any) -> Any:
    links = said["relations"] if isinstance(said, dict) else said
    return sorted(tuple(sorted((link["from"], link["to"]))) for link in links)


def _judge_relation(name: str, opinions: Sequence[Opinion]) -> Judgement:
    relation = ONTOLOGY.relation(name)
    assert relation is not None
    regions = {task: ENDS for task, _, _ in opinions}
    return judge_links(ONTOLOGY, relation, opinions, regions)


def _judge(name: str) -> Callable[[Sequence[Opinion]], Judgement]:
    label = ONTOLOGY.label(name)
    assert label is not None
    return partial(JUDGES[name], label)


def _relation(name: str) -> Kind:
    return Kind(
        partial(_judge_relation, name),
        partial(_links, name),
        partial(_linked_wrongly, name),
        _ends,
    )


KINDS_JUDGED = {
    "choice": Kind(_judge("choice"), lambda rng: str(rng.choice(NAMES)), _other),
    "multichoice": Kind(_judge("multichoice"), _set, _set_with_errors, sorted),
    "rating": Kind(
        _judge("rating"),
        lambda rng: int(rng.integers(1, 10)),
        lambda rng, truth: truth + (-1 if truth == 9 else 1),
    ),
    "ranking": Kind(_judge("ranking"), _order, lambda rng, _: _order(rng)),
    "textarea": Kind(_judge("textarea"), _words, _misheard),
    "span": Kind(_judge("span"), _spans, _spans_with_errors, _exact),
    "box": Kind(
        _judge("box"), _boxes, lambda rng, truth: [truth[0], _box(rng, 300, "c0")], _places
    ),
    "link": _relation("before"),
    "identity": _relation("same"),
}
