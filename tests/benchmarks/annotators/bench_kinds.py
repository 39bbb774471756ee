"""Consensus of sets, spans and links against simpler ways, with made-up people.

Run: .venv/bin/python -m tests.benchmarks.annotators.bench_kinds [sets|spans]
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from annotators.aggregation.kinds.label_sets import fuse_label_sets
from annotators.aggregation.pooled import anchored
from annotators.aggregation.verdicts import Judgement
from annotators.aggregation.verdicts.marks import judge_marks
from annotators.aggregation.verdicts.spans import judge_spans
from annotators.agreement import Votes
from labeling.ontology.schema import parse_ontology
from tests.benchmarks.annotators.crowds import DATA

SEEDS = 5
Span = tuple[int, int, str]
Rng = np.random.Generator


def bench_sets() -> None:
    """Share of tasks whose classes are all right: class by class, and together."""
    print(
        "| sorts of tasks, opinions | class by class | together | sorts found |\n|---|---|---|---|"
    )
    for n_sorts, opinions in ((1, 3), (4, 2), (4, 3), (8, 3)):
        found = [_sets(n_sorts, opinions, np.random.default_rng(seed)) for seed in range(SEEDS)]
        apart, together, sorts = np.mean(found, axis=0)
        print(f"| {n_sorts}, {opinions} | {apart:.3f} | {together:.3f} | {sorts:.1f} |", flush=True)


def _sets(n_sorts: int, opinions: int, rng: Rng) -> tuple[float, float, float]:
    n_tasks, n_who, n_classes = 400, 15, 12
    chance = rng.beta(0.3, 0.7, (n_sorts, n_classes))
    truth = rng.random((n_tasks, n_classes)) < chance[rng.integers(0, n_sorts, n_tasks)]
    sees, invents = rng.uniform(0.5, 0.95, n_who), rng.uniform(0.02, 0.15, n_who)
    task = np.repeat(np.arange(n_tasks), opinions)
    who = np.concatenate([rng.permutation(n_who)[:opinions] for _ in range(n_tasks)])
    says = np.where(truth[task], sees[who][:, None], invents[who][:, None])
    chosen = rng.random(says.shape) < says
    together = fuse_label_sets(task, who, chosen, n_tasks, n_who)
    apart = np.empty((n_tasks, n_classes))
    for at, said in enumerate(chosen.T):
        rows = (task, who, said.astype(np.int64))
        apart[:, at] = anchored(Votes(*rows, range(n_tasks), range(n_who), (0, 1))).posterior[:, 1]
    whole = [((p > 0.5) == truth).all(1).mean() for p in (apart, together.marginal)]
    return float(whole[0]), float(whole[1]), float(together.n_sorts)


def bench_spans() -> None:
    """F1 of exact spans on sentences of WikiGold, three and five people each."""
    sentences = list(_sentences())[:600]
    names = sorted({name for spans in sentences for *_, name in spans})
    ontology = parse_ontology(
        {
            "fields": {"text": {"type": "text"}},
            "labels": [{"id": "name", "on": "text", "kind": "span", "classes": names}],
        }
    )
    label = ontology.labels[0]
    ways: dict[str, Callable[..., Judgement]] = {"matched": judge_marks, "sequence": judge_spans}
    print("| opinions | one person | matched and fused | one path |\n|---|---|---|---|")
    for opinions in (2, 3, 5):
        scores: dict[str, list[float]] = {"one": [], **{name: [] for name in ways}}
        for seed in range(3):
            rng = np.random.default_rng(seed)
            said = _crowd(sentences, names, opinions, rng)
            alone = {task: spans for task, _, spans in said}
            scores["one"].append(_f1(sentences, alone))
            for name, judge in ways.items():
                verdicts = judge(label, [(t, w, _regions(spans)) for t, w, spans in said]).verdicts
                scores[name].append(_f1(sentences, {v.task: _read(v.said) for v in verdicts}))
        told = " | ".join(f"{np.mean(found):.3f}" for found in scores.values())
        print(f"| {opinions} | {told} |", flush=True)


def _sentences() -> Iterator[list[Span]]:
    """Spans of each sentence, a token ten characters wide."""
    path = DATA / "ner_wikigold" / "wikigold.conll.txt"
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        spans: list[Span] = []
        for at, line in enumerate(block.splitlines()):
            tag = line.split(" ")[-1]
            if tag == "O":
                continue
            name = tag[2:]
            if spans and spans[-1][1] == 10 * at - 1 and spans[-1][2] == name:
                spans[-1] = (spans[-1][0], 10 * at + 9, name)
            else:
                spans.append((10 * at, 10 * at + 9, name))
        if spans:
            yield spans


def _crowd(
    sentences: list[list[Span]], names: list[str], opinions: int, rng: Rng
) -> list[tuple[int, int, list[Span]]]:
    """People overlook spans, end them a token off, take one class for another, and invent some."""
    skill = rng.uniform(0.5, 0.97, 12)
    said = []
    for task, spans in enumerate(sentences):
        for who in rng.permutation(12)[:opinions].tolist():
            given = [s for span in spans if (s := _said(span, names, skill[who], rng))]
            if rng.random() < (1 - skill[who]) / 2:
                start = 10 * int(rng.integers(0, 25))
                given.append((start, start + 9, str(rng.choice(names))))
            said.append((task, who, _apart(given)))
    return said


def _said(span: Span, names: list[str], skill: float, rng: Rng) -> Span | None:
    start, end, name = span
    if rng.random() < skill:
        return span
    match int(rng.integers(3)):
        case 0:
            return None
        case 1:
            return (start, end + 10, name) if end - start < 10 else (start + 10, end, name)
        case _:
            return (start, end, str(rng.choice(names)))


def _apart(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _regions(spans: list[Span]) -> list[dict[str, Any]]:
    return [
        {"label": "name", "class": name, "geometry": {"start": start, "end": end}}
        for start, end, name in spans
    ]


def _read(regions: list[dict[str, Any]]) -> list[Span]:
    return [(r["geometry"]["start"], r["geometry"]["end"], r["class"]) for r in regions]


def _f1(sentences: list[list[Span]], said: dict[int, list[Span]]) -> float:
    hits = sum(len(set(spans) & set(said.get(task, ()))) for task, spans in enumerate(sentences))
    total = sum(map(len, sentences)) + sum(map(len, said.values()))
    return 2 * hits / total


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ["sets", "spans"]:
        {"sets": bench_sets, "spans": bench_spans}[wanted]()
