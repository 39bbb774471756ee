"""One class a task, learned also from the unlabelled tasks around the labelled ones.

Folds of the labels compare the fit with and without what labels spread to, each at its own best
temperature; the plain fit stays unless spreading makes held-out labels clearly less surprising.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from active_learning.calibration import fit_temperature
from active_learning.learners.calibrating import Taught, held_out_logits
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import LinearHead

__all__ = ["LEAST_LABELS", "MOST_AROUND", "MOST_LABELS", "TRUST", "SpreadingLearner"]

TRUST = 0.3
"""Weight of a spread label; 1 is a person's."""
LEAST_LABELS = 24
"""With fewer, folds cannot tell whether spreading is right."""
MOST_LABELS = 600
"""With more there is little left to gain, and each fold's fit costs seconds."""
MOST_AROUND = 2_000
"""Unlabelled tasks that are worth the time."""
SURE = 1.0
"""Standard errors by which held-out labels must be less surprising."""

logger = logging.getLogger(__name__)


class SpreadingLearner(ChoiceLearner):
    """See `ChoiceLearner`, which it is until `among` tells of other tasks."""

    trust = 0.0
    """What the last fit gave to spread labels; 0 is the plain fit."""
    _around: NDArray[np.floating] | None = None

    @staticmethod
    def can_spread(labels: int) -> bool:
        """Whether so many labels are enough to judge spreading by, and few enough to need it."""
        return LEAST_LABELS <= labels <= MOST_LABELS

    def among(self, points: NDArray[np.floating]) -> None:
        """Tell the vectors, shape (N, D), of tasks that have no label."""
        sound = points[np.isfinite(points).all(axis=1)]
        self._around = sound if len(sound) else None

    def _fitted(
        self,
        samples: Samples,
        start: LinearHead,
        *,
        prior: NDArray[np.float32] | None,
        rng: np.random.Generator,
        should_stop: Callable[[], bool],
    ) -> LinearHead:
        plain = super()._fitted(samples, start, prior=prior, rng=rng, should_stop=should_stop)
        self.trust = 0.0
        if self._around is None or not self.can_spread(len(samples)):
            return plain
        try:
            taught = _spreading(samples, self._around)
            spread = self._better(
                samples, plain, taught, prior=prior, rng=rng, should_stop=should_stop
            )
        except (ImportError, MemoryError, ValueError) as error:
            # Unlabelled tasks are a help, no need: what people said has been learned.
            logger.warning("Labels were not spread over unlabelled tasks: %s", error)
            return plain
        self.trust = 0.0 if spread is None else TRUST
        return spread or plain

    def _better(
        self,
        samples: Samples,
        plain: LinearHead,
        taught: Taught,
        *,
        prior: NDArray[np.float32] | None,
        rng: np.random.Generator,
        should_stop: Callable[[], bool],
    ) -> LinearHead | None:
        """Return the head with spreading, or None if folds do not find it better."""
        rows, seed = np.arange(len(samples)), int(rng.integers(2**32))
        surprises, temperature = [], 1.0
        for lesson in (None, taught):
            found = held_out_logits(
                plain,
                samples,
                rows,
                strength=self.strength,
                # The same folds for both.
                rng=np.random.default_rng(seed),
                prior=prior,
                taught=lesson,
                should_stop=should_stop,
            )
            if found is None:
                return None
            logits, targets = found
            temperature = fit_temperature(logits, targets)
            surprises.append(-(targets * log_softmax(logits / temperature, axis=1)).sum(axis=1))
        gain = surprises[0] - surprises[1]
        if gain.mean() <= SURE * gain.std() / np.sqrt(len(gain)):
            return None
        head = fit_head(
            taught(rows), plain, strength=self.strength, prior=prior, should_stop=should_stop
        )
        return replace(head, temperature=temperature)


def _spreading(samples: Samples, around: NDArray[np.floating]) -> Taught:
    """Return what turns labelled rows of ``samples`` into a lesson that has spread from them."""
    # Loads faiss, which only a fit that spreads has to wait for, and may do without.
    from active_learning.learners.propagating import (  # noqa: PLC0415
        Propagation,
        with_spread,
    )

    about = Propagation.of(np.vstack([samples.features.dense, around]))
    return lambda rows: with_spread(about, rows, samples.rows(rows), trust=TRUST)
