"""Acquisition over texts: how undecided the words are, and how unlikely the best reading is."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from active_learning.acquisition.aggregation import aggregate
from active_learning.acquisition.distributions import Floats, in_blocks
from active_learning.acquisition.entropy import entropy
from active_learning.acquisition.grouping import checked_lengths, segment_sums

__all__ = ["sequence_uncertainty", "token_entropy"]


def token_entropy(probabilities: ArrayLike, lengths: ArrayLike) -> Floats:
    """Return the mean entropy of each text's least decided words, shape (T,), in [0, 1].

    Parameters
    ----------
    probabilities : array-like of shape (P, K)
        Tag distributions of all words, text after text.
    lengths : int array-like of shape (T,)
        Words of each text; an empty text has utility 0.

    References
    ----------
    Settles & Craven (2008), https://doi.org/10.3115/1613715.1613855
    """
    return aggregate(entropy(probabilities), lengths, kind="span")


def sequence_uncertainty(probabilities: ArrayLike, lengths: ArrayLike) -> Floats:
    """Return ``1 - (prod_t max_k p_tk)^(1/T)``, shape (T,), in [0, 1].

    The likelihood of the best tags, normalised by length: without it long texts always win.

    References
    ----------
    Culotta & McCallum (2005), Reducing Labeling Effort for Structured Prediction Tasks, AAAI.
    Shen et al. (2018), arXiv:1707.05928 (maximum normalised log-probability).
    """
    logs = in_blocks(lambda p: np.log(np.clip(p.max(axis=1), 1e-12, 1.0)), probabilities)
    counts = checked_lengths(lengths, len(logs))
    return 1.0 - np.exp(segment_sums(logs, counts) / np.maximum(counts, 1))
