"""Where things lie on the plane: t-SNE of the vectors' nearest neighbours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from openTSNE import TSNEEmbedding
from openTSNE.affinity import Uniform

__all__ = ["lay_out"]

Rows = NDArray[np.float32]

_FEW = 20
"""So few have no neighbourhoods worth laying out."""
_NEIGHBOURS = 15
_GATHER, _SETTLE = 100, 300
_EXAGGERATION, _KEPT_EXAGGERATION = 12.0, 1.5
_GRID_FROM = 5_000
"""From so many on the interpolation grid is cheaper than the tree (measured, 1 core)."""
_TOLD_EVERY = 25
_START = 1e-4


def lay_out(
    rows: Rows,
    *,
    start: Rows,
    seed: int,
    threads: int = 1,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Rows:
    """Return positions, shape (N, 2), float32, in which near neighbours lie together.

    Parameters
    ----------
    rows : array of shape (N, d)
    start : array of shape (N, 2)
        Where to begin: the first principal axes, or an earlier map, which keeps its shape.
    tell : callable
        Hears (done, total) iterations, and may raise to stop.

    References
    ----------
    Linderman et al. (2019), https://doi.org/10.1038/s41592-018-0308-4;
    Poličar et al. (2024), https://doi.org/10.18637/jss.v109.i03
    """
    total = _GATHER + _SETTLE
    if len(rows) < _FEW:
        return _scaled(start)
    done = 0

    def hear(iteration: int, error: float, embedding: object) -> None:
        tell(min(done + iteration, total), total)

    near = Uniform(
        rows,
        k_neighbors=min(_NEIGHBOURS, len(rows) - 1),
        method="annoy",
        n_jobs=threads,
        random_state=seed,
    )
    placed = TSNEEmbedding(
        _scaled(start, _START).astype(np.float64),
        near,
        negative_gradient_method="fft" if len(rows) >= _GRID_FROM else "bh",
        n_jobs=threads,
        random_state=seed,
        callbacks=hear,
        callbacks_every_iters=_TOLD_EVERY,
    )
    placed.optimize(_GATHER, exaggeration=_EXAGGERATION, momentum=0.5, inplace=True)
    done = _GATHER
    placed.optimize(_SETTLE, exaggeration=_KEPT_EXAGGERATION, momentum=0.8, inplace=True)
    return _scaled(np.asarray(placed, dtype=np.float32))


def _scaled(positions: Rows, spread: float = 0.5) -> Rows:
    """Centre, with ``spread`` as the standard deviation of the wider direction."""
    centred = positions - positions.mean(axis=0) if len(positions) else positions
    wide = float(centred.std(axis=0).max()) if len(positions) else 0.0
    scaled: Rows = (centred * (spread / wide if wide > 0 else 1.0)).astype(np.float32)
    return scaled
