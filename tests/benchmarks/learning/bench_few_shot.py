"""What 50 labels reach of what all labels give, with and without the names of the classes.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_few_shot`. Accuracy on test sets that no
label was taken from; mean of seeds. TREC-6 and SST-2 are whole; of BANKING77 ten intents.
"""

import csv
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from active_learning.embeddings.text import TextEncoder
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from active_learning.strategies import STRATEGIES, Pool
from tests.benchmarks.learning.sets import MODELS, cached
from tests.shared_data import shared

LABELS = 50
FIRST, BATCH = 20, 10
"""A project is retrained after every ten labels."""
SEEDS = range(5)
POOL = 2_000
"""Of random texts to choose from: clustering more takes long and chooses no better."""
TREC_NAMES = {
    "ABBR": "abbreviation", "DESC": "description", "ENTY": "entity",
    "HUM": "human", "LOC": "location", "NUM": "number",
}  # fmt: skip
INTENTS = (
    "card_arrival", "card_linking", "exchange_rate", "lost_or_stolen_card", "transfer_timing",
    "age_limit", "pending_top_up", "country_support", "terminate_account", "request_refund",
)  # fmt: skip


@dataclass(frozen=True)
class TextSet:
    """Vectors and labels to choose from and to test on, and what classes are called."""

    name: str
    pool: np.ndarray
    labels: np.ndarray
    test: np.ndarray
    truth: np.ndarray
    names: dict[str, str]


def trec6() -> TextSet:
    """Questions."""
    folder = shared("data/text_trec6")
    rows = {part: list(csv.DictReader((folder / f"{part}.csv").open(encoding="utf-8")))
            for part in ("train", "test")}  # fmt: skip
    given = {part: [(row["text"], row["coarse"]) for row in rows[part]] for part in rows}
    return _embedded("trec6", given, TREC_NAMES)


def sst2() -> TextSet:
    """Sentences of film reviews."""
    folder = shared("data/text_sst2")

    def read(name: str) -> list[tuple[str, str]]:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        pairs = [line.rsplit("\t", 1) for line in lines if "\t" in line]
        return [(text, label.strip()) for text, label in pairs]

    given = {"train": read("train_sample.txt"), "test": read("test.txt")}
    return _embedded("sst2", given, {"0": "negative", "1": "positive"})


def ten_intents() -> TextSet:
    """Questions to a bank, those about ten of its 77 intents."""
    folder = shared("data/text_banking77")
    given = {}
    for part in ("train", "test"):
        with (folder / f"{part}.csv").open(encoding="utf-8") as file:
            rows = [(row["text"], row["category"]) for row in csv.DictReader(file)]
        given[part] = [row for row in rows if row[1] in INTENTS]
    return _embedded("banking10", given, {name: name.replace("_", " ") for name in INTENTS})


def _embedded(name: str, given: dict[str, list[tuple[str, str]]], names: dict[str, str]) -> TextSet:
    texts = {part: [text for text, _ in rows] for part, rows in given.items()}
    vectors = cached(name, lambda: TextEncoder(MODELS), texts)
    labels = {part: np.array([label for _, label in rows]) for part, rows in given.items()}
    return TextSet(name, vectors["train"], labels["train"], vectors["test"], labels["test"], names)


def chosen_at_random(data: TextSet, rng: np.random.Generator, _: object) -> np.ndarray:
    """Return random texts."""
    return rng.permutation(len(data.pool))[:LABELS]


def chosen_by_product(data: TextSet, rng: np.random.Generator, hints: dict) -> np.ndarray:
    """Return what the default asks for: typical ones first, then what the model doubts."""
    some = rng.permutation(len(data.pool))[:POOL]
    vectors = data.pool[some]
    chooser = STRATEGIES.get("auto_start")
    chosen = chooser.query(Pool(some, vectors, None, data.pool[:0]), FIRST, rng).ids
    while len(chosen) < LABELS:
        learner = fitted(data, chosen, hints)
        rest = np.setdiff1d(some, chosen)
        rows = learner.predict_proba(Features(data.pool[rest]))
        pool = Pool(rest, data.pool[rest], rows, data.pool[chosen])
        more = chooser.query(pool, BATCH, rng).ids
        chosen = np.concatenate([chosen, more])
    return chosen


def fitted(data: TextSet, rows: np.ndarray, hints: dict) -> ChoiceLearner:
    """Fit on some of the labels."""
    learner = ChoiceLearner()
    learner.hint(hints)
    labels = data.labels[rows].tolist()
    classes = list(data.names)
    learner.fit(Features(data.pool[rows]), labels, classes=classes, rng=np.random.default_rng(0))
    return learner


def accuracy(data: TextSet, learner: ChoiceLearner) -> float:
    """Return the share of right answers on the test set."""
    guesses = learner.predict_proba(Features(data.test)).argmax(axis=1)
    return float((np.array(learner.classes)[guesses] == data.truth).mean())


def main() -> None:
    """Print a block a set."""
    for load in (trec6, ten_intents, sst2):
        data = load()
        started = time.process_time()
        full = accuracy(data, fitted(data, np.arange(len(data.pool)), {}))
        print(f"{data.name}: all {len(data.pool)} labels {full:.3f}", flush=True)
        rows = np.split(TextEncoder(MODELS).encode(list(data.names.values())), len(data.names))
        named = dict(zip(data.names, rows, strict=True))
        choosers: list[tuple[str, Callable[..., np.ndarray]]] = [
            ("random", chosen_at_random),
            ("default", chosen_by_product),
        ]
        for chooser, choose in choosers:
            for told, hints in (("", {}), (" with names", named)):
                found = [
                    accuracy(
                        data, fitted(data, choose(data, np.random.default_rng(s), hints), hints)
                    )
                    for s in SEEDS
                ]
                mean, spread = float(np.mean(found)), float(np.std(found, ddof=1))
                print(f"  {LABELS} labels, {chooser}{told}: {mean:.3f} ± {spread:.3f}"
                      f" = {mean / full:.1%} of all", flush=True)  # fmt: skip
        print(f"  {time.process_time() - started:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
