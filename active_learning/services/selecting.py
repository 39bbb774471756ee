"""Selects the next query: candidates to the strategy, hold-out tasks strewn in, reasons kept."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.learners.heads import Features
from active_learning.learners.kinds import KINDS
from active_learning.models import QueryRound
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.turns import turns_of
from active_learning.selectors.vectors import open_vectors, vectors_by_task
from active_learning.services.asking_regions import doubtful_regions
from active_learning.services.learn_version import Learned
from active_learning.services.scoring import QUEUE_TOP, Scored, write_picked
from active_learning.services.training import Lesson
from active_learning.serving.bundle import Bundle
from active_learning.strategies import STRATEGIES, Draws, Pool, Query
from active_learning.strategies.auto_start import COLD_LABELS
from active_learning.strategies.candidates import stratified
from labeling.services.learned_facts import (
    LearnedPriority,
    clear_picks,
    write_priorities,
)

CANDIDATES = 4_000
"""Open tasks among which the strategy chooses: half the most useful, half of every rank."""
COLD_POOL = 20_000
"""Random open tasks whose clusters show a cold start where to look."""
LEAST_QUERY, MOST_QUERY = 50, 400
AUTO_REGIONS, AUTO_MULTILABEL = "auto_start", "auto_start_multilabel"
"""What `auto` is where no distribution over classes is at hand."""
BY_PLACE = ("random", "typiclust", "k_center", "prob_cover")
"""Strategies that do without distributions."""


@dataclass(frozen=True)
class Selected:
    """What the strategy answered, with the model's guess for each pick.

    ``regions`` are what to ask about in tasks whose answer is regions.
    """

    query: Query
    guesses: dict[int, tuple[str, float]]
    regions: Mapping[int, dict[str, Any]] = field(default_factory=dict)


def select_query(
    *,
    lesson: Lesson,
    learned: Learned | None,
    scored: Scored,
    labelled: Sequence[Labelled],
    rng: np.random.Generator,
) -> Selected:
    """Ask the strategy for the tasks that teach most."""
    strategy = STRATEGIES.get(_strategy_of(lesson))
    size = int(np.clip(5 * lesson.project.settings.retrain_after, LEAST_QUERY, MOST_QUERY))
    known = _labelled_vectors(lesson, labelled)
    guesses: dict[int, tuple[str, float]] = {}
    if learned is None or len(known) < COLD_LABELS:
        cold = strategy if strategy.name == "random" else STRATEGIES.get("typiclust")
        query = cold.query(_cold_pool(lesson, known, rng), size, rng)
    else:
        pool = _warm_pool(lesson, learned.bundle, scored, known, labelled=labelled, rng=rng)
        query = strategy.query(pool, size, rng)
        guesses = _guesses(learned.bundle, pool, query)
    if learned is None:
        return Selected(query, guesses)
    ids = query.ids.tolist()
    return Selected(query, guesses, doubtful_regions(lesson=lesson, learned=learned, task_ids=ids))


def _strategy_of(lesson: Lesson) -> str:
    """Return the strategy that the project's settings mean for this kind of question."""
    chosen = lesson.project.settings.strategy
    if lesson.target.kind == "multichoice" and chosen not in BY_PLACE:
        # Its rows of probabilities are no distributions: only its own margin is defined.
        return AUTO_MULTILABEL
    if chosen == "auto" and not lesson.reads_vectors:
        return AUTO_REGIONS
    return chosen


def write_query(
    *,
    this: QueryRound,
    lesson: Lesson,
    scored: Scored,
    selected: Selected,
    is_shown: bool,
    rng: np.random.Generator,
) -> list[int]:
    """Put the picks on top of the queue, each with its reason, remember and return them."""
    query = selected.query
    picks = [
        _why(int(task_id), query.strategy, utility, reason, selected.guesses.get(int(task_id)))
        for task_id, utility, reason in zip(query.ids, query.utilities, query.reasons, strict=True)
    ]
    for pick in picks:
        # Where nobody is led, what people say measures the model honestly.
        if pick["task"] in selected.regions and pick["reason"]["code"] != "random":
            pick["region"] = selected.regions[pick["task"]]
    if query.draws is not None:
        # In the order of drawing: what is labelled first is then a draw by known chances too.
        picks = _drawn(picks, query.draws)
    picks = _with_holdout(lesson, picks, rng)
    ids = [pick["task"] for pick in picks]
    clear_picks(project=lesson.project, above=QUEUE_TOP)
    write_picked(lesson=lesson, scored=scored, picked=ids, is_shown=is_shown)
    write_priorities(
        project=lesson.project,
        priorities=[
            LearnedPriority(
                pick["task"],
                1.0 - (1.0 - QUEUE_TOP) * place / (len(picks) + 1),
                {key: value for key, value in pick.items() if key not in {"task", "draw"}},
            )
            for place, pick in enumerate(picks)
        ],
    )
    this.strategy, this.note = query.strategy, query.note
    this.query = picks
    return ids


def _drawn(picks: list[dict[str, Any]], draws: Draws) -> list[dict[str, Any]]:
    """Keep with which chance each pick was drawn: `diagnosis.lure` corrects estimates by it."""
    for pick, place, chance in zip(picks, draws.places, draws.chances, strict=True):
        pick["draw"] = {"place": int(place), "chance": float(chance), "pool": draws.pool}
    return sorted(picks, key=lambda pick: int(pick["draw"]["place"]))


def _cold_pool(lesson: Lesson, known: NDArray[np.float32], rng: np.random.Generator) -> Pool:
    blocks = list(open_vectors(lesson.project, lesson.layout.id, most=COLD_POOL, rng=rng))
    if not blocks:
        return Pool(np.empty(0, np.int64), None, None, known)
    ids = np.concatenate([block.ids for block in blocks])
    return Pool(ids, np.vstack([block.vectors for block in blocks]), None, known)


def _warm_pool(
    lesson: Lesson,
    bundle: Bundle,
    scored: Scored,
    known: NDArray[np.float32],
    *,
    labelled: Sequence[Labelled],
    rng: np.random.Generator,
) -> Pool:
    """Return candidates with their distributions (regions: right or wrong)."""
    rows = stratified(scored.priority, scored.ids, CANDIDATES, rng).rows
    found = vectors_by_task(lesson.project, lesson.layout.id, scored.ids[rows].tolist())
    rows = np.array([row for row in rows if int(scored.ids[row]) in found], dtype=np.intp)
    ids = scored.ids[rows]
    blank = np.zeros((0, lesson.layout.dimensions), np.float32)
    features = np.vstack([found[int(task_id)] for task_id in ids]) if len(ids) else blank
    history = turns_of(lesson.project, label=lesson.target.label.id)
    if not lesson.reads_vectors:
        top = scored.top[rows].astype(np.float64)
        return Pool(ids, features, np.column_stack([top, 1.0 - top]), known, history=history)
    probabilities = bundle.main.predict_proba(Features(features))
    counts = _class_counts(bundle.main.classes, labelled)
    return Pool(ids, features, probabilities, known, class_counts=counts, history=history)


def _class_counts(classes: Sequence[str], labelled: Sequence[Labelled]) -> NDArray[np.int64]:
    """Count how often each class was taught, shape (K,)."""
    counts: Counter[str] = Counter()
    for item in labelled:
        if not item.is_holdout:
            counts.update([item.answer] if isinstance(item.answer, str) else item.answer)
    return np.array([counts[name] for name in classes], dtype=np.int64)


def _guesses(bundle: Bundle, pool: Pool, query: Query) -> dict[int, tuple[str, float]]:
    if pool.probabilities is None or not KINDS[bundle.kind].reads_vectors:
        return {}
    place = {int(task_id): row for row, task_id in enumerate(pool.ids)}
    rows = {int(task_id): pool.probabilities[place[int(task_id)]] for task_id in query.ids}
    return {
        task_id: (bundle.main.classes[int(row.argmax())], float(row.max()))
        for task_id, row in rows.items()
    }


def _labelled_vectors(lesson: Lesson, labelled: Sequence[Labelled]) -> NDArray[np.float32]:
    ids = [item.task_id for item in labelled if not item.is_holdout][-COLD_POOL:]
    rows = vectors_by_task(lesson.project, lesson.layout.id, ids)
    blank = np.zeros((0, lesson.layout.dimensions), np.float32)
    return np.vstack(list(rows.values())) if rows else blank


def _with_holdout(
    lesson: Lesson, picks: list[dict[str, Any]], rng: np.random.Generator
) -> list[dict[str, Any]]:
    """Strew random hold-out tasks among the picks at the project's share."""
    share = lesson.project.settings.holdout_share
    waiting = lesson.project.tasks.filter(is_holdout=True, wants_labels=1, annotation_count=0)
    ids = np.array(waiting.order_by("pk").values_list("pk", flat=True)[:COLD_POOL])
    wanted = min(len(ids), round(share / (1.0 - share) * max(len(picks), 1)))
    for place, task_id in enumerate(rng.permutation(ids)[:wanted]):
        reason = {"code": "random", "params": {}}
        # The first one comes early, so that a small project is measured at all.
        spot = min(len(picks), int((place + 0.3) / max(share, 0.01)))
        picks.insert(spot, _why(int(task_id), "random", None, reason, None))
    return picks


def _why(
    task_id: int,
    strategy: str,
    utility: float | None,
    reason: Any,
    guess: tuple[str, float] | None,
) -> dict[str, Any]:
    return {
        "task": task_id,
        "strategy": strategy,
        "reason": reason,
        "utility": None if utility is None else round(float(utility), 6),
        "probability": guess and round(guess[1], 6),
        "class": guess and guess[0],
    }
