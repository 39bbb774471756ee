"""Labelled real sets as embeddings of the product's own encoders, cached between runs."""

import csv
import gzip
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from active_learning.embeddings.folder import models_folder
from active_learning.embeddings.images import ImageEncoder
from active_learning.embeddings.text import TextEncoder
from tests.shared_data import shared

MODELS = models_folder(Path(tempfile.gettempdir()))
CACHE = Path(tempfile.gettempdir()) / "penumbra-bench"


@dataclass(frozen=True)
class LabelledSet:
    """A pool to choose from and a test set nobody touches."""

    name: str
    pool: np.ndarray
    pool_labels: np.ndarray
    test: np.ndarray
    test_labels: np.ndarray
    classes: list[str]


def trec6() -> LabelledSet:
    """Questions, six coarse classes: 5,452 to choose from, 500 to test on."""
    folder = shared("data/text_trec6")
    rows = {part: list(csv.DictReader((folder / f"{part}.csv").open(encoding="utf-8")))
            for part in ("train", "test")}  # fmt: skip
    vectors = cached(
        "trec6",
        lambda: TextEncoder(MODELS),
        {part: [row["text"] for row in rows[part]] for part in rows},
    )
    labels = {part: np.array([row["coarse"] for row in rows[part]]) for part in rows}
    return LabelledSet(
        "TREC-6", vectors["train"], labels["train"], vectors["test"], labels["test"],
        sorted(set(labels["train"])),
    )  # fmt: skip


def mnist() -> LabelledSet:
    """Digits as pictures: 4,000 random ones to choose from, 1,000 others to test on."""
    folder = shared("data/img_mnist_t10k")
    raw = gzip.decompress((folder / "t10k-images-idx3-ubyte.gz").read_bytes())
    pixels = np.frombuffer(raw, np.uint8, offset=16).reshape(-1, 28, 28)
    raw = gzip.decompress((folder / "t10k-labels-idx1-ubyte.gz").read_bytes())
    labels = np.frombuffer(raw, np.uint8, offset=8).astype(str)
    order = np.random.default_rng(7).permutation(len(labels))[:5000]
    pixels, labels = pixels[order], labels[order]
    vectors = cached("mnist-5000", lambda: ImageEncoder(MODELS), {"all": _Upscaled(pixels)})["all"]
    return LabelledSet(
        "MNIST", vectors[:4000], labels[:4000], vectors[4000:], labels[4000:],
        sorted(set(labels)),
    )  # fmt: skip


class _Upscaled:
    """Digits enlarged to the backbone's size only when they are read."""

    def __init__(self, pixels: np.ndarray) -> None:
        self.pixels = pixels

    def __len__(self) -> int:
        return len(self.pixels)

    def __getitem__(self, part: slice) -> list[np.ndarray]:
        return [
            np.asarray(Image.fromarray(one).resize((224, 224)).convert("RGB"))
            for one in self.pixels[part]
        ]


def cached(name: str, make_encoder, parts) -> dict[str, np.ndarray]:
    encoder = make_encoder()
    file = CACHE / f"{name}-{encoder.id.partition('@')[2]}.npz"
    if not file.exists():
        CACHE.mkdir(exist_ok=True)
        found = {}
        for part, values in parts.items():
            rows = [encoder.encode(values[i : i + 64]) for i in range(0, len(values), 64)]
            # Stored vectors are float16 in the product too.
            found[part] = np.vstack(rows).astype(np.float16)
        np.savez(file, **found)
    with np.load(file) as stored:
        return {part: stored[part].astype(np.float32) for part in stored.files}
