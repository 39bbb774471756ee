"""What a head reads: dense columns and, beside them, hashed sparse ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

__all__ = ["Features"]


@dataclass(frozen=True)
class Features:
    """Rows of N samples (tasks or tokens).

    Attributes
    ----------
    dense : float array of shape (N, D)
    hashed : sparse matrix of shape (N, B), optional
    """

    dense: NDArray[np.floating]
    hashed: csr_matrix | None = None

    def __post_init__(self) -> None:
        if self.dense.ndim != 2:
            raise ValueError(f"dense features must have shape (N, D), got {self.dense.shape}")
        if self.hashed is not None and self.hashed.shape[0] != len(self.dense):
            raise ValueError(f"{self.hashed.shape[0]} hashed rows, {len(self.dense)} dense ones")

    def __len__(self) -> int:
        return len(self.dense)

    def rows(self, index: NDArray[np.intp]) -> Features:
        """Return the rows at ``index``."""
        return Features(self.dense[index], None if self.hashed is None else self.hashed[index])
