"""Reads a labelled set that a user has: arrays, or a table of texts or pictures with labels."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from sklearn import datasets

from active_learning.embeddings.encoder import Encoder
from active_learning.replay.course import Course, CourseError, split_course

__all__ = ["NAMES", "read_course"]

TEST_SHARE = 0.25
BATCH = 64
SIDE_PX = 224
LABEL_COLUMNS = ("label", "class", "category", "target", "y")
TEXT_COLUMNS = ("text", "sentence", "content", "question")
IMAGE_COLUMNS = ("image", "path", "file", "filename")
NAMES = ("digits", "wine", "breast_cancer")
"""Sets that come with scikit-learn, for a first try."""

Kind = Literal["text", "image"]
EncoderOf = Callable[[Kind], Encoder[Any]]
Rows = list[tuple[int, Mapping[str, Any]]]


def read_course(data: str, *, encoder_of: EncoderOf, seed: int) -> Course:
    """Return the set called or stored at ``data``.

    Parameters
    ----------
    data : str
        One of `NAMES`; an ``.npz`` with ``X`` (N, D) and ``y`` (N,), and, if they have their own
        test rows, ``X_test`` and ``y_test``; or a ``.csv``, ``.tsv`` or ``.jsonl`` with a column of
        labels and one of texts or of pictures' paths (relative to the file).
    encoder_of : callable
        Returns the encoder of texts or pictures.
    seed : int
        Decides what is measured on, where the file does not say.

    Raises
    ------
    CourseError
        Naming the line and the remedy.
    """
    rng = np.random.default_rng(seed)
    if data in NAMES:
        known = getattr(datasets, f"load_{data}")()
        return split_course(
            data,
            _standardised(known.data),
            known.target.astype(str),
            test_share=TEST_SHARE,
            rng=rng,
        )
    path = Path(data)
    if not path.is_file():
        raise CourseError(f"there is no file {data}; built in are {', '.join(NAMES)}")
    match path.suffix.lower():
        case ".npz":
            return _from_arrays(path, rng)
        case ".csv" | ".tsv" | ".jsonl":
            features, labels = _from_table(path, encoder_of)
            return split_course(path.stem, features, labels, test_share=TEST_SHARE, rng=rng)
        case other:
            raise CourseError(
                f"{other or 'no ending'} is no kind of set; give npz, csv, tsv or jsonl"
            )


def _standardised(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    scaled = (rows - rows.mean(axis=0)) / (rows.std(axis=0) + 1e-9)
    unit: NDArray[np.float32] = (scaled / np.sqrt(rows.shape[1])).astype(np.float32)
    return unit


def _from_arrays(path: Path, rng: np.random.Generator) -> Course:
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except (OSError, ValueError) as error:
        raise CourseError(f"{path.name} cannot be read: {error}") from error
    if missing := {"X", "y"} - set(arrays):
        raise CourseError(
            f"{path.name} lacks {', '.join(sorted(missing))}; it has {sorted(arrays)}"
        )
    rows = _matrix(path, "X", arrays["X"])
    if len(rows) != len(arrays["y"]):
        raise CourseError(f"{path.name}: {len(rows)} rows of X, {len(arrays['y'])} of y")
    labels = arrays["y"].astype(str)
    if "X_test" in arrays and "y_test" in arrays:
        test = _matrix(path, "X_test", arrays["X_test"])
        return Course(path.stem, rows, labels, test, arrays["y_test"].astype(str))
    return split_course(path.stem, rows, labels, test_share=TEST_SHARE, rng=rng)


def _matrix(path: Path, name: str, rows: NDArray[Any]) -> NDArray[np.float32]:
    if rows.ndim < 2 or not np.issubdtype(rows.dtype, np.number):
        raise CourseError(f"{path.name}: {name} has shape {rows.shape} of {rows.dtype}, not (N, D)")
    return rows.reshape(len(rows), -1).astype(np.float32)


def _from_table(path: Path, encoder_of: EncoderOf) -> tuple[NDArray[np.float32], NDArray[np.str_]]:
    rows = _jsonl(path) if path.suffix.lower() == ".jsonl" else _separated(path)
    if not rows:
        raise CourseError(f"{path.name} holds no rows")
    columns = list(rows[0][1])
    label = _column(columns, LABEL_COLUMNS)
    text, image = _column(columns, TEXT_COLUMNS), _column(columns, IMAGE_COLUMNS)
    value = text or image
    if label is None or value is None:
        raise CourseError(
            f"{path.name} has the columns {', '.join(columns)}; one of labels "
            f"({', '.join(LABEL_COLUMNS)}) and one of texts ({', '.join(TEXT_COLUMNS)}) or "
            f"pictures ({', '.join(IMAGE_COLUMNS)}) are needed"
        )
    for line, row in rows:
        if row.get(label) in {None, ""} or row.get(value) in {None, ""}:
            raise CourseError(f"{path.name}, line {line}: {label} or {value} is empty")
    labels = np.array([str(row[label]) for _, row in rows])
    if text:
        return _encoded(encoder_of("text"), [str(row[text]) for _, row in rows]), labels
    return _encoded(
        encoder_of("image"), _Pictures(path, [(n, row[value]) for n, row in rows])
    ), labels


def _separated(path: Path) -> Rows:
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
        return [(reader.line_num, row) for row in reader]


def _jsonl(path: Path) -> Rows:
    rows: Rows = []
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise CourseError(f"{path.name}, line {number} is no JSON: {error.msg}") from error
            if not isinstance(row, dict):
                raise CourseError(f"{path.name}, line {number} is no object")
            rows.append((number, row))
    return rows


def _column(columns: Sequence[str], known: Sequence[str]) -> str | None:
    lowered = {name.lower().strip(): name for name in columns if isinstance(name, str)}
    return next((lowered[name] for name in known if name in lowered), None)


class _Pictures(Sequence[Any]):
    """Pictures opened batch by batch, so that a large set fits into memory."""

    def __init__(self, table: Path, files: list[tuple[int, Any]]) -> None:
        self.table = table
        self.files = files

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, part: Any) -> Any:
        return [self._pixels(line, str(name)) for line, name in self.files[part]]

    def _pixels(self, line: int, name: str) -> NDArray[np.uint8]:
        try:
            with Image.open(self.table.parent / name) as file:
                return np.asarray(file.convert("RGB").resize((SIDE_PX, SIDE_PX)))
        except (OSError, UnidentifiedImageError) as error:
            raise CourseError(f"{self.table.name}, line {line}: {name} is no picture") from error


def _encoded(encoder: Encoder[Any], values: Sequence[Any]) -> NDArray[np.float32]:
    rows = [encoder.encode(values[i : i + BATCH]) for i in range(0, len(values), BATCH)]
    return np.vstack(rows).astype(np.float32)
