"""The student that also learns from what its labels say of the tasks around them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from active_learning.learners.heads import LinearHead
from active_learning.learners.minimising import never
from active_learning.learners.propagating import Propagation, chosen_trust, fit_propagated
from active_learning.replay.course import Course
from active_learning.replay.student import STRENGTH, ChoiceStudent, Rows

__all__ = ["PropagatingStudent"]

GROWTH = 1.3
"""The trust is weighed anew once there are so many times more labels."""
FULL = 0.5
"""Share of the pool from which on nothing is left to spread to."""


class PropagatingStudent(ChoiceStudent):
    """See `Student`; ``about`` may be shared by students of one course."""

    def __init__(
        self,
        course: Course,
        about: Propagation,
        *,
        strength: float = STRENGTH,
        should_stop: Callable[[], bool] = never,
    ) -> None:
        super().__init__(course, strength=strength, is_calibrated=False, should_stop=should_stop)
        self.about = about
        self.trust = 0.0
        self._weighed_at = 0

    def _fit(self, rows: Rows, labels: list[str]) -> LinearHead:
        if len(rows) > FULL * self.size:
            self.trust = 0.0
        elif len(rows) >= GROWTH * self._weighed_at:
            self._weighed_at = len(rows)
            self.trust = chosen_trust(
                self.about,
                rows,
                labels,
                strength=self._learner.strength,
                rng=np.random.default_rng(len(rows)),
                should_stop=self._should_stop,
            )
        return fit_propagated(
            self.about,
            rows,
            labels,
            self._learner.head,
            classes=tuple(name for name in self.course.classes if name in set(labels)),
            strength=self._learner.strength,
            trust=self.trust,
            should_stop=self._should_stop,
        )
