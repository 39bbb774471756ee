"""Labelled real sets as courses for replays: the product's own encoders, cached between runs."""

import csv
import gzip
import wave
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
from PIL import Image
from scipy.fft import dct

from active_learning.embeddings.images import ImageEncoder
from active_learning.embeddings.text import TextEncoder
from active_learning.replay import Course
from tests.benchmarks.learning.sets import MODELS, cached
from tests.shared_data import shared

__all__ = ["COURSES", "banking77", "bccd", "fsdd", "mnist_pixels", "sst2", "trec6"]

MEL_BANDS, MEL_FRAMES, CEPSTRA = 26, 24, 13


def mnist_pixels() -> Course:
    """10,000 digits as 64 principal components of their pixels; 2,000 to measure on."""
    folder = shared("data/img_mnist_t10k")
    raw = gzip.decompress((folder / "t10k-images-idx3-ubyte.gz").read_bytes())
    pixels = np.frombuffer(raw, np.uint8, offset=16).reshape(-1, 784).astype(np.float32) / 255
    raw = gzip.decompress((folder / "t10k-labels-idx1-ubyte.gz").read_bytes())
    labels = np.frombuffer(raw, np.uint8, offset=8).astype(str)
    order = np.random.default_rng(7).permutation(len(labels))
    pixels, labels = pixels[order], labels[order]
    mean = pixels[:8000].mean(axis=0)
    axes = np.linalg.svd(pixels[:3000] - mean, full_matrices=False)[2][:64]
    rows = (pixels - mean) @ axes.T
    rows /= 2 * rows[:8000].std()
    return Course("MNIST pixels", rows[:8000], labels[:8000], rows[8000:], labels[8000:])


def trec6() -> Course:
    """Questions, six coarse classes: 5,452 to choose from, 500 to measure on."""
    return _texts("TREC-6", "trec6", *_csv("text_trec6", "coarse"))


def banking77() -> Course:
    """Bank customers' messages, 77 intents: 10,003 to choose from, 3,080 to measure on."""
    return _texts("BANKING77", "banking77", *_csv("text_banking77", "category"))


def sst2() -> Course:
    """Phrases of film reviews, good or bad: 8,000 to choose from, 1,821 to measure on."""
    texts, labels = {}, {}
    for part, name in (("train", "train_sample.txt"), ("test", "test.txt")):
        lines = (shared("data/text_sst2") / name).read_text(encoding="utf-8").split("\n")
        pairs = [line.rsplit("\t", 1) for line in lines if "\t" in line]
        texts[part] = [text for text, _ in pairs]
        labels[part] = np.array([label for _, label in pairs])
    return _texts("SST-2", "sst2", texts, labels)


def fsdd() -> Course:
    """Spoken digits of six speakers: 450 to choose from, 150 to measure on."""
    files = sorted(shared("data/audio_fsdd").glob("*.wav"))
    rows = np.stack([_cepstra(_sound(file)) for file in files])
    labels = np.array([file.stem.split("_")[0] for file in files])
    rows = (rows - rows.mean(axis=0)) / (rows.std(axis=0) + 1e-6)
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    order = np.random.default_rng(7).permutation(len(rows))
    rows, labels = rows[order], labels[order]
    return Course("FSDD", rows[:450], labels[:450], rows[450:], labels[450:])


def bccd() -> Course:
    """Crops of blood cells, 85 % of one class: 2,951 to choose from, 1,000 to measure on.

    Accuracy is the mean over the three classes: always saying "red" would be right often enough.
    """
    folder = shared("data/img_bccd_boxes")
    crops, names = [], []
    for path in sorted((folder / "annotations_voc").glob("*.xml")):
        picture = folder / "images" / f"{path.stem}.jpg"
        if picture.exists():
            with Image.open(picture) as file:
                found = _crops(file.convert("RGB"), ElementTree.parse(path).getroot())
            crops += [crop for _, crop in found]
            names += [name for name, _ in found]
    vectors = cached("bccd", lambda: ImageEncoder(MODELS), {"all": crops})["all"]
    order = np.random.default_rng(7).permutation(len(vectors))
    rows, labels = vectors[order], np.array(names)[order]
    return Course(
        "BCCD boxes", rows[1000:], labels[1000:], rows[:1000], labels[:1000], is_balanced=True
    )


COURSES: dict[str, Callable[[], Course]] = {
    "mnist": mnist_pixels,
    "trec6": trec6,
    "banking77": banking77,
    "sst2": sst2,
    "fsdd": fsdd,
    "bccd": bccd,
}


def _csv(folder: str, column: str) -> tuple[dict[str, list[str]], dict[str, np.ndarray]]:
    texts, labels = {}, {}
    for part in ("train", "test"):
        with (shared(f"data/{folder}") / f"{part}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        texts[part] = [row["text"] for row in rows]
        labels[part] = np.array([row[column] for row in rows])
    return texts, labels


def _texts(
    name: str, key: str, texts: dict[str, list[str]], labels: dict[str, np.ndarray]
) -> Course:
    vectors = cached(key, lambda: TextEncoder(MODELS), texts)
    return Course(name, vectors["train"], labels["train"], vectors["test"], labels["test"])


def _crops(picture: Image.Image, root: ElementTree.Element) -> list[tuple[str, np.ndarray]]:
    found = []
    for item in root.iter("object"):
        x1, y1, x2, y2 = (
            int(float(item.findtext(f"bndbox/{side}", "0")))
            for side in ("xmin", "ymin", "xmax", "ymax")
        )
        if x2 > x1 and y2 > y1:
            crop = picture.crop((x1, y1, x2, y2)).resize((224, 224))
            found.append((item.findtext("name", ""), np.asarray(crop)))
    return found


def _sound(path) -> np.ndarray:
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16) / 32768.0


def _cepstra(sound: np.ndarray, rate: int = 8000) -> np.ndarray:
    """Return `CEPSTRA` cepstral coefficients of `MEL_FRAMES` evenly spaced moments."""
    size, hop = rate // 40, rate // 100
    padded = np.pad(sound, (0, max(0, size + hop * 2 - len(sound))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop] * np.hanning(size)
    power = np.abs(np.fft.rfft(frames, 256)) ** 2
    cepstra = dct(np.log(power @ _mel_bank(rate).T + 1e-8), norm="ortho")[:, :CEPSTRA]
    moments = np.linspace(0, len(cepstra) - 1, MEL_FRAMES)
    return np.column_stack(
        [np.interp(moments, np.arange(len(cepstra)), column) for column in cepstra.T]
    ).ravel()


def _mel_bank(rate: int) -> np.ndarray:
    top = 2595 * np.log10(1 + rate / 2 / 700)
    edges = 700 * (10 ** (np.linspace(0, top, MEL_BANDS + 2) / 2595) - 1) * 256 / rate
    bins = np.arange(129)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.clip(np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle)), 0, 1)
