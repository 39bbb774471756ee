"""Cuts a series where its mean changes most, as many times as the cuts are worth it.

References
----------
Arlot, Celisse & Harchaoui (2019), "A kernel multiple change-point algorithm via model selection",
JMLR 20(162); Truong, Oudre & Vayatis (2020), doi:10.1016/j.sigpro.2019.107299, whose package
ruptures it is. The linear kernel finds changes of the mean; the penalty is that of BIC.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import ruptures
from numpy.typing import NDArray

from active_learning.embeddings.series import TimedValues
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.series import ends_of, series_of

__all__ = ["ChangeProposer", "cuts_of", "open_prelabeler"]

MOST_POINTS = 2_000
"""A longer series is cut on means of as many pieces: the search takes the square of it."""
LEAST_POINTS = 6
CHANNELS = 8
SCALE = 1.4826

Floats = NDArray[np.float64]


class ChangeProposer:
    """See `base.Prelabeler`."""

    def __init__(self, caution: float) -> None:
        self._caution = caution

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return the changes, each as wide as its moment is uncertain, and what lies between."""
        series = series_of(medium)
        count = len(series.seconds)
        piece = max(1, -(-count // MOST_POINTS))
        rows = _pieces(series, piece)
        if len(rows) < LEAST_POINTS:
            return []
        cuts = cuts_of(rows, self._caution)
        found = []
        for cut in cuts:
            geometry = ends_of(series.seconds, max(0, (cut - 1) * piece), cut * piece + 1)
            if geometry:
                found.append(Proposal("range", "change", _sureness(rows, cut, cuts), geometry))
        for first, after in zip([0, *cuts], [*cuts, len(rows)], strict=True):
            geometry = ends_of(series.seconds, first * piece, min(count, after * piece))
            if geometry and cuts:
                found.append(Proposal("range", "segment", 0.6, geometry))
        return found


def _pieces(series: TimedValues, piece: int) -> Floats:
    """Standardised means of pieces, (pieces, channels)."""
    filled = np.vstack([_filled(row.astype(np.float64)) for row in series.values[:CHANNELS]]).T
    whole = filled[: len(filled) // piece * piece]
    rows = whole.reshape(-1, piece, whole.shape[1]).mean(axis=1)
    spread = rows.std(axis=0)
    found: Floats = (rows - rows.mean(axis=0)) / np.where(spread > 0, spread, 1)
    return found


def _filled(row: Floats) -> Floats:
    known = np.isfinite(row)
    if not known.any():
        return np.zeros(len(row))
    return np.interp(np.arange(len(row)), np.flatnonzero(known), row[known])


def cuts_of(rows: Floats, caution: float) -> list[int]:
    """Return the first row of each new stretch, in order.

    A cut has to explain `caution` times ln n of the noise's variance, which is estimated from the
    differences of neighbours: changes of the level do not swell it.
    """
    steps = np.diff(rows, axis=0)
    noise = SCALE * np.median(np.abs(steps - np.median(steps, axis=0)), axis=0) / np.sqrt(2)
    scaled = rows / np.maximum(noise, 0.02)
    # The kernel's cost counts deviations once; neighbours that resemble each other explain less.
    penalty = caution * np.log(len(rows)) * rows.shape[1] * _resemblance(scaled)
    search = ruptures.KernelCPD(kernel="linear", min_size=3).fit(scaled)
    return [int(cut) for cut in search.predict(pen=float(penalty))[:-1]]


def _resemblance(rows: Floats) -> float:
    """How much longer runs of like noise are than of independent one, 1 or more."""
    smooth = rows - np.apply_along_axis(lambda r: np.convolve(r, np.ones(9) / 9, "same"), 0, rows)
    power = float((smooth**2).mean())
    if power <= 0:
        return 1.0
    like = float((smooth[1:] * smooth[:-1]).mean()) / power
    return (1 + max(0.0, like)) / (1 - min(0.95, max(0.0, like))) if like > 0 else 1.0


def _sureness(rows: Floats, cut: int, cuts: Sequence[int]) -> float:
    """From how far the levels before and after lie apart, in their standard deviations."""
    before = rows[max([0, *(c for c in cuts if c < cut)]) : cut]
    after = rows[cut : min([len(rows), *(c for c in cuts if c > cut)])]
    spread = np.sqrt((before.var(axis=0) + after.var(axis=0)) / 2) + 1e-6
    apart = float((np.abs(before.mean(axis=0) - after.mean(axis=0)) / spread).max())
    return round(1 - math.exp(-apart / 2), 3)


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: it is arithmetic."""
    return ChangeProposer(float(options["caution"]))
