"""How honest the model's sureness is on the hold-out, before and after calibration."""

from typing import Any

import numpy as np

from active_learning.calibration import calibrate_sets, expected_calibration_error
from active_learning.selectors.acceptance_question import Question

__all__ = ["calibration_of"]

LEAST = 20
"""Of fewer tasks these figures would be noise."""
BINS = 10
COVERAGE = 0.95


def calibration_of(question: Question) -> dict[str, Any] | None:
    """Return calibration errors and the size of conformal sets, or None of too few tasks."""
    sheet, held = question.sheet, question.held
    answered = held.truth >= 0
    places, right = held.places[answered], ~held.is_wrong[answered]
    if len(places) < LEAST:
        return None
    raw, score = sheet.raw[places], sheet.score[places]
    return {
        "tasks": len(places),
        "before": expected_calibration_error(raw, right, bins=BINS, adaptive=True),
        "after": expected_calibration_error(score, right, bins=BINS, adaptive=True),
        "sets": _sets(question, answered) if sheet.rows.shape[1] > 1 else None,
    }


def _sets(question: Question, answered: np.ndarray) -> dict[str, Any]:
    """Return how many classes must be named for the right one to be among them."""
    held = question.held
    rows, rng = question.sheet.rows[held.places[answered]], np.random.default_rng(0)
    sets = calibrate_sets(rows, held.truth[answered], miscoverage=1 - COVERAGE, rng=rng)
    sizes = np.maximum(sets.sets(rows, rng).sum(axis=1), 1)
    counts = np.bincount(sizes, minlength=rows.shape[1] + 1)[1:]
    return {
        "coverage": COVERAGE,
        "mean": float(sizes.mean()),
        "sizes": [float(count) for count in counts / len(rows)],
    }
