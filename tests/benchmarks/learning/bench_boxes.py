"""Boxes of blood cells: mean average precision at overlap 0.5 by the number of labelled pictures.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_boxes [labelled pictures ...]`.
"""

import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import models_folder
from active_learning.embeddings.pictures import read_picture
from active_learning.learners.boxes import BoxLearner
from active_learning.learners.heads.boxes import Found, find_boxes
from active_learning.learners.heads.cells import CellReader
from active_learning.learners.heads.parts import Parts
from active_learning.learners.marked import Marked, matched
from tests.shared_data import shared

CLASSES = ["RBC", "WBC", "Platelets"]
SIDES = ("xmin", "ymin", "xmax", "ymax")
TEST = 60
LEAST = 0.02
"""Precision is averaged down to boxes that nobody would be shown."""
COUNTS = (25, 50, 100, 200)


def pictures() -> tuple[list[Parts], list[list[Marked]]]:
    """Return the cells and the true boxes of every picture."""
    folder = shared("data/img_bccd_boxes")
    reader = CellReader(Encoders(models_folder(Path(tempfile.gettempdir()))), "image")
    files = sorted((folder / "images").iterdir())
    parts = [reader.read([read_picture(file.read_bytes())])[0] for file in files]
    notes = [folder / "annotations_voc" / f"{file.stem}.xml" for file in files]
    # As the product keeps them between rounds, a byte a number.
    return [reader.unpack(reader.pack(item)) for item in parts], [boxes_in(note) for note in notes]


def boxes_in(note: Path) -> list[Marked]:
    """Read one picture's boxes; a few have no width and are left out."""
    found = []
    for thing in ElementTree.parse(note).findall("object"):
        left, top, right, bottom = (
            float(thing.findtext(f"bndbox/{side}", "0"))
            for side in ("xmin", "ymin", "xmax", "ymax")
        )
        if right > left and bottom > top:
            geometry = {"x": left, "y": top, "width": right - left, "height": bottom - top}
            found.append(Marked("box", thing.findtext("name", ""), geometry))
    return found


def marks_of(found: Found, column: int) -> list[tuple[float, Marked]]:
    """Return the boxes of one class with their scores, surest first."""
    return [
        (float(score), Marked("box", "x", {"x": x, "y": y, "width": r - x, "height": b - y}))
        for (x, y, r, b), k, score in zip(found.corners, found.classes, found.scores, strict=True)
        if k == column
    ]


def average_precision(found: list[list[tuple[float, Marked]]], wanted: list[list[Marked]]) -> float:
    """Return the area under the precision envelope by recall (PASCAL VOC 2010 and later)."""
    hits: list[tuple[float, bool]] = []
    for given, truth in zip(found, wanted, strict=True):
        same = [Marked("box", "x", mark.geometry) for mark in truth]
        right = {mine for mine, _ in matched([mark for _, mark in given], same, 0.5)}
        hits += [(score, place in right) for place, (score, _) in enumerate(given)]
    hits.sort(key=lambda item: -item[0])
    is_right = np.array([right for _, right in hits], dtype=float)
    total = sum(map(len, wanted))
    if not len(is_right):
        return 0.0
    precision = np.cumsum(is_right) / np.arange(1, len(is_right) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float((envelope * is_right).sum() / total)


def main() -> None:
    """Print a line a number of labelled pictures."""
    started = time.process_time()
    parts, truth = pictures()
    print(f"{len(parts)} pictures read in {time.process_time() - started:.0f} CPU s", flush=True)
    order = np.random.default_rng(0).permutation(len(parts))
    test, pool = order[:TEST], order[TEST:]
    for count in map(int, sys.argv[1:] or COUNTS):
        started = time.process_time()
        learner = BoxLearner()
        learner.fit(
            [parts[i] for i in pool[:count]],
            [truth[i] for i in pool[:count]],
            classes=CLASSES,
            rng=np.random.default_rng(0),
        )
        took = time.process_time() - started
        found = [find_boxes(learner.heads, parts[i], least=LEAST) for i in test]
        scores = [
            average_precision(
                [marks_of(one, learner.heads.main.classes.index(name)) for one in found],
                [[mark for mark in truth[i] if mark.label_class == name] for i in test],
            )
            if name in learner.classes
            else 0.0
            for name in CLASSES
        ]
        each = ", ".join(f"{n} {s:.3f}" for n, s in zip(CLASSES, scores, strict=True))
        print(f"{count:4} pictures: mAP@0.5 {np.mean(scores):.3f} ({each}); fit {took:.0f} CPU s",
              flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
