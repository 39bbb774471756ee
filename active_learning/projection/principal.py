"""Principal axes: the few directions in which vectors differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["PrincipalAxes"]

Rows = NDArray[np.float32]


@dataclass(frozen=True)
class PrincipalAxes:
    """A centred rotation onto the strongest directions.

    Attributes
    ----------
    mean : float32 array of shape (D,)
    axes : float32 array of shape (D, d)
        Orthonormal columns, the direction of greatest variance first.
    """

    mean: Rows
    axes: Rows

    @classmethod
    def of(cls, rows: Rows, *, most: int = 50) -> PrincipalAxes:
        """Fit on vectors of shape (N, D); at most ``most``, N and D axes.

        The D x D covariance is decomposed, since there are far more vectors than dimensions.
        """
        mean = rows.mean(axis=0, dtype=np.float64)
        centred = rows.astype(np.float64) - mean
        _, vectors = np.linalg.eigh(centred.T @ centred)
        strongest = vectors[:, ::-1][:, : min(most, *rows.shape)]
        # An axis and its opposite are the same to eigh: the heaviest entry decides the sign.
        heaviest = np.abs(strongest).argmax(axis=0)
        signs = np.sign(strongest[heaviest, np.arange(strongest.shape[1])])
        return cls(mean.astype(np.float32), (strongest * signs).astype(np.float32))

    def project(self, rows: Rows) -> Rows:
        """Return coordinates, shape (N, d)."""
        return ((rows - self.mean) @ self.axes).astype(np.float32, copy=False)
