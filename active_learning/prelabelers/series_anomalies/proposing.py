"""Measures each value's distance from the median of its surroundings, in median deviations.

References
----------
Hampel (1974), doi:10.1080/01621459.1974.10482962; Liu, Shah & Jiang (2004), "On-line outlier
detection and data cleaning", doi:10.1016/j.compchemeng.2004.01.009, on the moving filter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import median_filter

from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.ranges import runs_of
from active_learning.prelabelers.series import ends_of, series_of

__all__ = ["AnomalyProposer", "distances", "open_prelabeler"]

SCALE = 1.4826
"""Standard deviations of a normal distribution in a median deviation."""
FLOOR = 0.05
"""A calm stretch has no spread of its own: at least this share of the series' spread counts."""
JOINED = 5
"""Samples between two anomalies that make them one."""
MOST = 30

Floats = NDArray[np.float64]


class AnomalyProposer:
    """See `base.Prelabeler`."""

    def __init__(self, distance: float, window: int) -> None:
        self._distance = distance
        self._window = window

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return the runs of samples that stand out in any channel, the farthest first."""
        series = series_of(medium)
        far = np.zeros(len(series.seconds))
        for channel in series.values:
            far = np.fmax(far, distances(channel.astype(np.float64), self._window))
        found = []
        for first, after in runs_of(far > self._distance, JOINED):
            geometry = ends_of(series.seconds, first, after)
            if geometry is not None:
                # A half at the border, three quarters at twice the distance.
                score = 1 - 0.5 * self._distance / float(far[first:after].max())
                found.append(Proposal("range", "anomaly", round(score, 3), geometry))
        found.sort(key=lambda proposal: -proposal.score)
        return found[:MOST]


def distances(values: Floats, window: int) -> Floats:
    """Return how far each value is from its surroundings, (n,); 0 where nothing was measured."""
    known = np.isfinite(values)
    if known.sum() < 3:
        return np.zeros(len(values))
    held = values[known]
    width = min(window, len(held) - 1 + len(held) % 2)
    middle = median_filter(held, width, mode="reflect")
    off = np.abs(held - middle)
    near = SCALE * median_filter(off, width, mode="reflect")
    usual = SCALE * float(np.median(np.abs(held - np.median(held))))
    spread = np.maximum(near, FLOOR * usual)
    far = np.zeros(len(values))
    far[known] = np.divide(off, spread, out=np.zeros_like(off), where=spread > 0)
    return far


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: it is arithmetic."""
    return AnomalyProposer(float(options["distance"]), int(options["window"]))
