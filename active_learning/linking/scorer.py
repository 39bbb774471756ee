"""Scores pairs of words and places by one bilinear form, and keeps it in a safetensors file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from active_learning.embeddings.encoder import Vectors
from active_learning.linking.marks import FRAME_FEATURES, Marks

__all__ = ["Basis", "LinkScorer", "LinkerFileError", "load_linker", "save_linker"]

FORMAT = 1
_KEY = "penumbra-linker"


class LinkerFileError(ValueError):
    """The file holds no linker that this version can read; the message says why."""


@dataclass(frozen=True)
class Basis:
    """How marks become rows: centred vectors, place, one-hot name, and a one.

    Attributes
    ----------
    word_mean, picture_mean : float32 arrays of shape (384,), (1280,)
        Of the training marks: pictures' vectors all point one way, and only what differs tells.
    frame_mean, frame_scale : float32 arrays of shape (FRAME_FEATURES,)
    word_names, picture_names : names that training saw; another is no column
    """

    word_mean: NDArray[np.float32]
    picture_mean: NDArray[np.float32]
    frame_mean: NDArray[np.float32]
    frame_scale: NDArray[np.float32]
    word_names: tuple[str, ...] = ()
    picture_names: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Marks, pictures: Marks) -> Basis:
        """Return the basis of some training marks."""
        scale = pictures.frames.std(axis=0)
        return cls(
            word_mean=words.vectors.mean(axis=0),
            picture_mean=pictures.vectors.mean(axis=0),
            frame_mean=pictures.frames.mean(axis=0),
            frame_scale=np.where(scale > 1e-3, scale, 1.0).astype(np.float32),
            word_names=tuple(dict.fromkeys(words.named)),
            picture_names=tuple(dict.fromkeys(pictures.named)),
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Lengths of the two rows."""
        words = len(self.word_mean) + len(self.word_names) + 1
        return words, len(self.picture_mean) + FRAME_FEATURES + len(self.picture_names) + 1

    def of_words(self, words: Marks) -> Vectors:
        """Return rows of shape (N, shape[0])."""
        parts = [_unit(words.vectors - self.word_mean), _one_hot(words.named, self.word_names)]
        return np.hstack([*parts, np.ones((len(words), 1), np.float32)])

    def of_pictures(self, pictures: Marks) -> Vectors:
        """Return rows of shape (N, shape[1])."""
        frames = (pictures.frames - self.frame_mean) / self.frame_scale / FRAME_FEATURES**0.5
        names = _one_hot(pictures.named, self.picture_names)
        ones = np.ones((len(pictures), 1), np.float32)
        return np.hstack([_unit(pictures.vectors - self.picture_mean), frames, names, ones])


@dataclass(frozen=True)
class LinkScorer:
    """A fitted linker.

    Attributes
    ----------
    basis : Basis
    form : float32 array of shape `basis.shape`
        score(word, place) = word row @ form @ place row.
    encoders : ids of the two encoders whose vectors it was fitted on
    links : how many confirmed links it learned from
    """

    basis: Basis
    form: NDArray[np.float32]
    encoders: tuple[str, str]
    links: int

    def scores(self, words: Marks, pictures: Marks) -> NDArray[np.float32]:
        """Return scores of every pair, shape (words, pictures): logits, comparable in rows."""
        rows, columns = self.basis.of_words(words), self.basis.of_pictures(pictures)
        return np.asarray((rows @ self.form) @ columns.T, dtype=np.float32)


def save_linker(linker: LinkScorer) -> bytes:
    """Return the linker's file: tensors and a JSON header, so that opening one runs no code."""
    basis = linker.basis
    tensors = {
        "form": linker.form.astype(np.float16),
        "word_mean": basis.word_mean,
        "picture_mean": basis.picture_mean,
        "frame_mean": basis.frame_mean,
        "frame_scale": basis.frame_scale,
    }
    header = {
        "format": FORMAT,
        "word_names": basis.word_names,
        "picture_names": basis.picture_names,
        "encoders": linker.encoders,
        "links": linker.links,
    }
    arrays = {name: np.ascontiguousarray(value) for name, value in tensors.items()}
    return save(arrays, {_KEY: json.dumps(header)})


def load_linker(content: bytes) -> LinkScorer:
    """Read what `save_linker` wrote, or raise `LinkerFileError`."""
    try:
        tensors = load(content)
        header = _header(content)
        basis = Basis(
            word_mean=tensors["word_mean"],
            picture_mean=tensors["picture_mean"],
            frame_mean=tensors["frame_mean"],
            frame_scale=tensors["frame_scale"],
            word_names=tuple(header["word_names"]),
            picture_names=tuple(header["picture_names"]),
        )
        form = tensors["form"].astype(np.float32)
        word_encoder, picture_encoder = header["encoders"]
        if form.shape != basis.shape:
            raise LinkerFileError(f"the form is {form.shape}, its basis needs {basis.shape}")
        return LinkScorer(basis, form, (word_encoder, picture_encoder), int(header["links"]))
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise LinkerFileError(f"this is no linker: {error}") from error


def _header(content: bytes) -> dict[str, Any]:
    """Return our part of the safetensors header, which `load` leaves out."""
    length = int.from_bytes(content[:8], "little")
    header: dict[str, Any] = json.loads(json.loads(content[8 : 8 + length])["__metadata__"][_KEY])
    if header["format"] != FORMAT:
        raise LinkerFileError(f"it has format {header['format']}, not {FORMAT}")
    return header


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-6), dtype=np.float32)


def _one_hot(named: Sequence[str], known: Sequence[str]) -> Vectors:
    places = {name: at for at, name in enumerate(known)}
    rows = np.zeros((len(named), len(known)), dtype=np.float32)
    for row, name in zip(rows, named, strict=True):
        if name in places:
            row[places[name]] = 1.0
    return rows
