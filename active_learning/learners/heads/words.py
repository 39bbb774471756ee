"""Texts as words with features: what the span head reads, token by token."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from active_learning.embeddings.encoder import Vectors, unit_rows
from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.minilm import MiniLm
from active_learning.embeddings.static_table import StaticTable
from active_learning.learners.heads.features import Features

__all__ = ["WordEncoder", "WordReader", "WordText", "split_words"]

BUCKETS = 4096
WINDOW = 2
TABLE_DIMENSIONS = 128
CHUNK_WORDS = 120
"""Words a call to MiniLM: under its limit of word pieces for ordinary prose."""
# Written without spaces, Chinese and Japanese are labelled character by character.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+|[^\w\s]|_"
)


@dataclass(frozen=True)
class WordText:
    """A text's words.

    Attributes
    ----------
    starts, ends : int arrays of shape (T,)
        Code points of each word, half open.
    features : Features of T rows
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    features: Features

    def __len__(self) -> int:
        return len(self.starts)


def split_words(text: str) -> list[tuple[int, int]]:
    """Return the code points of each word, number, CJK character or mark, half open."""
    return [match.span() for match in _WORD.finditer(text)]


class WordEncoder:
    """Turns texts into `WordText`: MiniLM's states, a window of table rows, and spelling."""

    def __init__(self, minilm: MiniLm, table: StaticTable) -> None:
        self.minilm = minilm
        self.table = table
        self.id = f"words-1:{minilm.id}+{table.id}"

    @property
    def dimensions(self) -> int:
        """Dense features a word."""
        return self.minilm.dimensions + (2 * WINDOW + 1) * TABLE_DIMENSIONS

    def encode(self, texts: Sequence[str]) -> list[WordText]:
        """Return the words of every text with their features."""
        places = [split_words(text) for text in texts]
        chunks = [(index, chunk) for index, words in enumerate(places) for chunk in _chunks(words)]
        pieces = [texts[index][words[0][0] : words[-1][1]] for index, words in chunks]
        dense: list[list[Vectors]] = [[] for _ in texts]
        states = self.minilm.encode_tokens(pieces)
        for (index, words), piece, found in zip(chunks, pieces, states, strict=True):
            shift = words[0][0]
            owner = _owners(found.offsets + shift, words)
            meaning = unit_rows(_mean_by(found.states, owner, len(words)))
            ids = self.table.token_ids([piece])[0][: len(owner)]
            rows = self.table.rows[ids][:, :TABLE_DIMENSIONS]
            wording = unit_rows(_mean_by(rows, owner[: len(ids)], len(words)))
            dense[index].append(np.hstack([meaning, wording]))
        return [
            self._word_text(text, words, parts)
            for text, words, parts in zip(texts, places, dense, strict=True)
        ]

    def _word_text(self, text: str, words: list[tuple[int, int]], parts: list[Vectors]) -> WordText:
        if not words:
            nothing = np.empty(0, dtype=np.int64)
            blank = np.zeros((0, self.dimensions), dtype=np.float32)
            return WordText(nothing, nothing, Features(blank, csr_matrix((0, BUCKETS))))
        rows = np.vstack(parts)
        split = self.minilm.dimensions
        windowed = _windowed(rows[:, split:])
        place = np.array(words, dtype=np.int64)
        spelling = hashed_spelling([text[start:end] for start, end in words])
        features = Features(np.hstack([rows[:, :split], windowed]), spelling)
        return WordText(place[:, 0], place[:, 1], features)


class WordReader:
    """Texts as words for the span learner; see `Reader`."""

    def __init__(self, encoders: Encoders, field_type: str) -> None:
        del field_type  # words are words in any of them
        self._encoder = WordEncoder(encoders.text.minilm, encoders.text.table)

    @property
    def id(self) -> str:
        """The encoder's."""
        return self._encoder.id

    @property
    def form(self) -> str:
        """A string."""
        return "text"

    def read(self, values: Sequence[str | None]) -> list[WordText]:
        """Return the words of each text."""
        return self._encoder.encode([value or "" for value in values])


def hashed_spelling(words: Sequence[str]) -> csr_matrix:
    """Return hashed casing, affixes and neighbours of each word, shape (T, BUCKETS)."""
    shapes = [_shape(word) for word in words]
    lowered = [word.lower() for word in words]
    columns: list[int] = []
    lengths: list[int] = []
    for position, word in enumerate(lowered):
        names = [f"p{word[:3]}", f"s{word[-3:]}", f"s{word[-2:]}", f"n{min(len(word), 8)}"]
        for offset in range(-WINDOW, WINDOW + 1):
            near = position + offset
            inside = 0 <= near < len(words)
            names.append(f"{offset}c{shapes[near] if inside else 'edge'}")
            if abs(offset) < WINDOW and inside:
                names.append(f"{offset}w{lowered[near]}")
        hashed = {zlib.crc32(name.encode("utf-8", "surrogatepass")) % BUCKETS for name in names}
        columns += sorted(hashed)
        lengths.append(len(hashed))
    counts = np.array(lengths, dtype=np.int64)
    values = np.repeat(1.0 / np.sqrt(counts), counts).astype(np.float32)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((values, np.array(columns), starts), shape=(len(words), BUCKETS))


def _shape(word: str) -> str:
    """Return the casing pattern with repeats folded: "McDonald" is "XxXx", "1998" is "d"."""
    marks = [
        "X" if c.isupper() else "x" if c.islower() else "d" if c.isdigit() else c for c in word
    ]
    kept = [mark for i, mark in enumerate(marks) if i == 0 or mark != marks[i - 1]]
    return "".join(kept[:8])


def _chunks(words: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    return [words[start : start + CHUNK_WORDS] for start in range(0, len(words), CHUNK_WORDS)]


def _owners(offsets: NDArray[np.int64], words: list[tuple[int, int]]) -> NDArray[np.int64]:
    """Return, for each word piece, the word in which it starts."""
    starts = np.array([start for start, _ in words], dtype=np.int64)
    return np.clip(np.searchsorted(starts, offsets[:, 0], side="right") - 1, 0, len(words) - 1)


def _mean_by(rows: Vectors, owner: NDArray[np.int64], count: int) -> Vectors:
    """Average rows that belong to one word; a word without pieces (cut off) gets zeros."""
    sums = np.zeros((count, rows.shape[1]), dtype=np.float32)
    np.add.at(sums, owner, rows[: len(owner)])
    held = np.bincount(owner, minlength=count).astype(np.float32)
    return (sums / np.maximum(held, 1.0)[:, None]).astype(np.float32)


def _windowed(rows: Vectors) -> Vectors:
    """Put each row beside its neighbours up to `WINDOW` away."""
    edge = np.zeros((WINDOW, rows.shape[1]), dtype=np.float32)
    padded = np.vstack([edge, rows, edge])
    return np.hstack([padded[offset : offset + len(rows)] for offset in range(2 * WINDOW + 1)])
