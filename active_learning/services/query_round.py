"""The query round: train → calibrate → score → select → write down. One story, one screen."""

from collections.abc import Sequence

import numpy as np

from active_learning.models import QueryRound
from active_learning.selectors.labelled import Labelled, labelled_tasks
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import shows_learned
from active_learning.services.drifting import population_seen
from active_learning.services.embed_tasks import embed_for_round, lacks_vectors
from active_learning.services.encoders import layout_of
from active_learning.services.learn_version import Learned, learn_version
from active_learning.services.link_doubts import write_link_doubts
from active_learning.services.retrain import enqueue_embedding
from active_learning.services.running_round import Order, RunningRound, open_round
from active_learning.services.score_sheets import keep_sheet
from active_learning.services.scoring import Scored, score_pool, write_queue
from active_learning.services.selecting import Selected, select_query, write_query
from active_learning.services.training import Lesson
from active_learning.services.versions import activate_version, drop_old_predictions
from labeling.models import Project

__all__ = ["Order", "run_query_round"]

SEED = 20_240_229


def run_query_round(*, project: Project, order: Order) -> QueryRound | None:
    """Learn from the labels so far and ask for the next ones; None where nothing can be learned.

    People go on annotating meanwhile: nothing is locked, and every write is a short transaction
    with a rest behind it. A round that fails or is stopped leaves the version in use as it was.
    """
    target = learning_target(project)
    if target is None:
        return None
    with open_round(project, target, order) as this:
        lesson, pace = Lesson(project, target, layout_of(target)), this.pace
        rng = np.random.default_rng(SEED + this.row.pk)
        with this.step("embed"):
            embed_for_round(lesson=lesson, rng=rng, tell=this.tell)
            this.row.seen = population_seen(lesson=lesson, rng=rng)
        with this.step("train"):
            labelled = labelled_tasks(project, target)
            learned = learn_version(this=this, lesson=lesson, labelled=labelled, rng=rng)
        with this.step("score"):
            scored = score_pool(lesson=lesson, learned=learned, tell=this.tell, pace=pace)
        with this.step("select"):
            selected = select_query(
                lesson=lesson, learned=learned, scored=scored, labelled=labelled, rng=rng
            )
        with this.step("write"):
            this.confirm()
            _use(this, lesson, learned, scored, labelled)
            _write_down(this, lesson, scored, selected, rng)
        with this.step("clear"):
            drop_old_predictions(project=project, names=scored.replaced, look=this.look, pace=pace)
    if lacks_vectors(lesson):
        enqueue_embedding(project=project)
    return this.row


def _use(
    this: RunningRound,
    lesson: Lesson,
    learned: Learned | None,
    scored: Scored,
    labelled: Sequence[Labelled],
) -> None:
    """Answer by the new version from now on, and keep what the learning page tells of it."""
    row = this.row
    row.labels = sum(not item.is_holdout for item in labelled)
    row.pool, row.histogram, row.predicted = len(scored.ids), scored.histogram, scored.named
    if scored.broken:
        row.warnings = [{"code": "broken_vectors", "params": {"count": scored.broken}}]
    if learned is not None:
        row.version = learned.version
        activate_version(project=lesson.project, version=learned.version)
        keep_sheet(
            lesson=lesson,
            bundle=learned.bundle,
            version=learned.version,
            scored=scored,
            labelled=labelled,
        )


def _write_down(
    this: RunningRound,
    lesson: Lesson,
    scored: Scored,
    selected: Selected,
    rng: np.random.Generator,
) -> None:
    """Put the picks on top of the queue, the rest behind them, and doubts about links between."""
    is_shown = shows_learned(lesson.project)
    picked = write_query(
        this=this.row, lesson=lesson, scored=scored, selected=selected, is_shown=is_shown, rng=rng
    )
    write_queue(
        lesson=lesson,
        scored=scored,
        picked=picked,
        is_shown=is_shown,
        tell=this.tell,
        pace=this.pace,
    )
    write_link_doubts(project=lesson.project, tell=this.tell, pace=this.pace)
