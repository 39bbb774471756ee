"""Top-1 accuracy of proposals against confirmed links, five seeds; random as the floor.

Blood smears (BCCD) with captions made of their cells' names: a marked mention finds the box of a
cell of its kind among all boxes of its picture, by pixels and words alone: no box has a class. And
receipts and scenes of mmocr's toy set: a text finds the place where it is printed, by its
characters.

Run: `make bench` or `.venv/bin/python -m tests.benchmarks.learning.bench_linking`.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from PIL import Image

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import models_folder
from active_learning.linking.cropping import crop
from active_learning.linking.encoding import encode_pictures, encode_words, encoder_ids
from active_learning.linking.fitting import fit_linker
from active_learning.linking.lessons import Linked, make_lessons
from active_learning.linking.marks import Marks, PictureMark, WordMark
from active_learning.linking.scorer import LinkScorer
from labeling.media.image.reading import read_words
from labeling.regions.box import iou
from labeling.services.proposals.matching import Token, find_runs, normal
from tests.shared_data import shared

SEEDS = range(5)
LINKS = (0, 5, 10, 20, 50, 100)
TEST_PICTURES = 100
MENTIONS = {
    "RBC": ["red blood cells", "erythrocytes", "pale red discs", "ordinary red cells", "red cells"],
    "WBC": ["a white blood cell", "a leukocyte", "a large purple cell", "a neutrophil",
            "one white cell"],
    "Platelets": ["platelets", "thrombocytes", "a few tiny platelets", "small purple specks",
                  "clumped platelets"],
}  # fmt: skip


@dataclass(frozen=True)
class Smear:
    """One picture: rows of its boxes, their true kinds, and its caption's mentions."""

    boxes: tuple[int, ...]
    kinds: tuple[str, ...]
    mentions: tuple[tuple[int, str], ...]
    """Row among the words, and the kind that it names."""


def main() -> None:
    """Print both tables."""
    smears, words, pictures, encoders = read_smears()
    print(f"BCCD: {len(smears)} pictures, {len(pictures)} boxes; test {TEST_PICTURES} pictures")
    print("links   span→box            box→span            fit s")
    table = [list(one_seed(smears, words, pictures, encoders, seed)) for seed in SEEDS]
    for at, count in enumerate(LINKS):
        rows = np.array([seed[at] for seed in table])
        means, spread = rows.mean(axis=0), rows.std(axis=0, ddof=1)
        cells = [f"{means[i]:.3f} ± {spread[i]:.3f}" for i in (0, 1)]
        print(f"{count:5}   {cells[0]}       {cells[1]}       {means[2]:.2f}")
    for name, right, total, floor in characters():
        print(f"{name}: {right} of {total} texts find their place ({right / total:.3f}); "
              f"random {floor:.3f}")  # fmt: skip


def one_seed(
    smears: list[Smear], words: Marks, pictures: Marks, encoders: tuple[str, str], seed: int
) -> Iterator[tuple[float, float, float]]:
    """Yield (span→box, box→span, seconds of the fit) at each number of links."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(smears))
    test = [smears[i] for i in order[:TEST_PICTURES]]
    pool = [smears[i] for i in order[TEST_PICTURES:]]
    taught = list(confirmed(pool, rng))
    for count in LINKS:
        started = time.process_time()
        linker = taught_by(taught, count, words, pictures, encoders) if count else None
        seconds = time.process_time() - started
        yield (*accuracy(linker, test, words, pictures), seconds)


def confirmed(pool: list[Smear], rng: np.random.Generator) -> Iterator[Linked]:
    """Yield pictures whose mentions a person linked, each with one box of its kind."""
    for smear in pool:
        pairs = set()
        for word, kind in smear.mentions:
            fitting = [b for b, k in zip(smear.boxes, smear.kinds, strict=True) if k == kind]
            pairs.add((word, int(rng.choice(fitting))))
        mentions = tuple(word for word, _ in smear.mentions)
        yield Linked(mentions, smear.boxes, frozenset(pairs))


def taught_by(
    taught: list[Linked], count: int, words: Marks, pictures: Marks, encoders: tuple[str, str]
) -> LinkScorer:
    """Fit on the first `count` links."""
    some: list[Linked] = []
    left = count
    for one in taught:
        pairs = frozenset(sorted(one.pairs)[:left])
        left -= len(pairs)
        some.append(Linked(one.words, one.pictures, pairs))
        if not left:
            break
    rows = sorted({w for one in some for w in one.words})
    columns = sorted({p for one in some for p in one.pictures})
    at_row, at_column = ({mark: i for i, mark in enumerate(of)} for of in (rows, columns))
    moved = [
        Linked(
            tuple(at_row[w] for w in one.words),
            tuple(at_column[p] for p in one.pictures),
            frozenset((at_row[w], at_column[p]) for w, p in one.pairs),
        )
        for one in some
    ]
    lessons = make_lessons(_rows(words, rows), _rows(pictures, columns), moved)
    return fit_linker(lessons, encoders=encoders)


def accuracy(
    linker: LinkScorer | None, test: list[Smear], words: Marks, pictures: Marks
) -> tuple[float, float]:
    """Return the shares of right first proposals; without a linker what chance gives."""
    there: list[float] = []
    back: list[float] = []
    for smear in test:
        mentions, kinds = [w for w, _ in smear.mentions], [k for _, k in smear.mentions]
        truth = np.array([[a == b for b in smear.kinds] for a in kinds])
        if linker is None:
            there += truth.mean(axis=1).tolist()
            back += truth.mean(axis=0).tolist()
            continue
        scores = linker.scores(_rows(words, mentions), _rows(pictures, list(smear.boxes)))
        there += [bool(row[s.argmax()]) for row, s in zip(truth, scores, strict=True)]
        back += [bool(row[s.argmax()]) for row, s in zip(truth.T, scores.T, strict=True)]
    return float(np.mean(there)), float(np.mean(back))


def read_smears() -> tuple[list[Smear], Marks, Marks, tuple[str, str]]:
    """Read pictures and boxes, make captions, and embed both."""
    folder = shared("data/img_bccd_boxes")
    encoders = Encoders(models_folder(Path(tempfile.gettempdir())))
    rng = np.random.default_rng(7)
    smears: list[Smear] = []
    word_marks: list[WordMark] = []
    vectors: list[Marks] = []
    count = 0
    for path in sorted((folder / "annotations_voc").glob("*.xml")):
        found = list(_boxes(path))
        kinds = tuple(kind for kind, _ in found)
        if len(set(kinds)) < 2:
            continue
        with Image.open(folder / "images" / f"{path.stem}.jpg") as file:
            picture = file.convert("RGB")
        marks = [PictureMark(crop(picture, frame), frame) for _, frame in found]
        vectors.append(encode_pictures(encoders, marks))
        mentions = []
        for kind in sorted(set(kinds)):
            mentions.append((len(word_marks), kind))
            word_marks.append(WordMark(str(rng.choice(MENTIONS[kind]))))
        boxes = tuple(range(count, count + len(found)))
        count += len(found)
        smears.append(Smear(boxes, kinds, tuple(mentions)))
    pictures = Marks(
        np.vstack([one.vectors for one in vectors]),
        np.vstack([one.frames for one in vectors]),
        tuple("" for _ in range(count)),
    )
    return smears, encode_words(encoders, word_marks), pictures, encoder_ids(encoders)


def _boxes(path: Path) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    root = ElementTree.parse(path).getroot()
    width, height = (float(root.findtext(f"size/{side}", "0")) for side in ("width", "height"))
    for item in root.iter("object"):
        x1, y1, x2, y2 = (
            float(item.findtext(f"bndbox/{side}", "0")) for side in ("xmin", "ymin", "xmax", "ymax")
        )
        if x2 > x1 and y2 > y1:
            frame = (x1 / width, y1 / height, (x2 - x1) / width, (y2 - y1) / height)
            yield item.findtext("name", ""), frame


def _rows(marks: Marks, rows: list[int]) -> Marks:
    return Marks(marks.vectors[rows], marks.frames[rows], tuple(marks.named[i] for i in rows))


def characters() -> Iterator[tuple[str, int, int, float]]:
    """Yield, a picture, how many of its texts the first proposal finds where they are."""
    folder = shared("data/ocr_mmocr_toy")
    lines = (folder / "kie_toy_dataset/wildreceipt/data.txt").read_text().splitlines()
    for line in lines:
        receipt = json.loads(line)
        name = Path(receipt["file_name"]).name
        truth = [
            (item["text"], _around(item["box"]))
            for item in receipt["annotations"]
            if len(normal(item["text"])) > 1
        ]
        path = folder / "kie_toy_dataset/wildreceipt" / name
        if path.exists():
            with Image.open(path) as file:
                yield (name, *_found(file.convert("RGB"), truth))


def _found(
    picture: Image.Image, truth: list[tuple[str, dict[str, float]]]
) -> tuple[int, int, float]:
    tokens = [Token(w["text"], w["line"], {"box": w["box"]}) for w in read_words(picture)]
    right = 0
    for text, box in truth:
        runs = find_runs(text, tokens)
        if runs and iou(_union([t.place["box"] for t in runs[0].tokens]), box) >= 0.5:
            right += 1
    return right, len(truth), 1 / len(truth)


def _around(corners: list[float]) -> dict[str, float]:
    xs, ys = corners[0::2], corners[1::2]
    left, top = min(xs), min(ys)
    return {"x": left, "y": top, "width": max(xs) - left, "height": max(ys) - top}


def _union(boxes: list[list[float]]) -> dict[str, float]:
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


if __name__ == "__main__":
    main()
