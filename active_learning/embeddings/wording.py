"""Hashed words and word pairs: sparse features that need no model and no training."""

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

__all__ = ["BUCKETS", "hashed_wording", "hashed_words"]

BUCKETS = 8192
# Chinese and Japanese are written without spaces: every character counts as a word.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+|[^\w\s]"
)
LONGEST = 20_000
"""Code points of a text that are read."""


def hashed_words(text: str, buckets: int = BUCKETS) -> NDArray[np.int64]:
    """Return the sorted, distinct buckets of the text's words and pairs of neighbours."""
    words = _WORD.findall(text[:LONGEST].lower())
    pairs = [f"{left} {right}" for left, right in itertools.pairwise(words)]
    hashes = [zlib.crc32(item.encode("utf-8", "surrogatepass")) % buckets for item in words + pairs]
    return np.unique(np.array(hashes, dtype=np.int64))


def hashed_wording(texts: Sequence[str], buckets: int = BUCKETS) -> csr_matrix:
    """Return rows of unit length, shape (len(texts), buckets), float32."""
    found = [hashed_words(text, buckets) for text in texts]
    lengths = np.array([len(row) for row in found], dtype=np.int64)
    values = np.repeat(1.0 / np.sqrt(np.maximum(lengths, 1)), lengths).astype(np.float32)
    columns = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return csr_matrix((values, columns, starts), shape=(len(texts), buckets))
