"""What recipes are worth: processes of which one dies, a teacher, altered copies, pruned heads.

Run: `make bench` or `python -m tests.benchmarks.learning.bench_recipes
[--part together,taught,altered,pruned]`. Questions of TREC-6 and handwritten digits, tested on what
nothing was trained on.
"""

import argparse
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import psutil
import torch

from active_learning.calibration import wilson
from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.learners.heads import Features, LinearHead
from active_learning.training_jobs.altering import Alteration, altered
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.epochs import Course, Point, _Training, run_epochs
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.network import head_of
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.shares import Alone
from active_learning.training_jobs.teaching import Teaching
from active_learning.training_jobs.together import run_together
from tests.benchmarks.learning.bench_training import mnist_pictures
from tests.benchmarks.learning.sets import MODELS, trec6

Answer = TypeVar("Answer")
SEEDS = range(3)
NETWORK = Recipe(learner="network", units=128, epochs=60)


def main() -> None:
    """Measure the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="together,taught,altered,pruned")
    parts: dict[str, Callable[[], None]] = {
        "together": together,
        "taught": taught,
        "altered": altered_digits,
        "pruned": pruned,
    }
    for name in parser.parse_args().part.split(","):
        parts[name]()


def together() -> None:
    """Train in two processes, kill one of them, and compare with a training by one."""
    rows, test = _questions(1500)
    recipe = replace(NETWORK, units=512, epochs=80, patience=0, processes=2)
    alone, one_s = _timed(lambda: run_epochs(rows, recipe))
    with tempfile.TemporaryDirectory() as folder:
        whole, two_s = _timed(lambda: run_together(rows, recipe, Course(), Path(folder) / "whole"))
        revived: list[int] = []
        seen: list[int] = []

        def kill(point: Point) -> None:
            seen.append(point.epoch)
            if point.epoch >= 30 and not revived and len(seen) == point.epoch:
                (agent,) = psutil.Process().children()
                agent.children()[-1].kill()

        course = Course(
            tell=kill, checkpoints=Checkpoints(Path(folder) / "kept", ""), revived=revived.append
        )
        killed, killed_s = _timed(
            lambda: run_together(rows, recipe, course, Path(folder) / "killed")
        )
    for name, found, took in (
        ("one process", alone, one_s),
        ("two", whole, two_s),
        (f"two, one killed, on from epoch {revived}", killed, killed_s),
    ):
        print(f"{name}: {_right(found.head, *test)}, {found.last.epoch} epochs, {took:.1f} s")


def taught() -> None:
    """Teach a linear head by a network that had more labels, on tasks without a label too."""
    rows, test = _questions(1500)
    teacher = run_epochs(rows, replace(NETWORK, units=512)).head
    print(f"teacher, 1,500 labels: {_right(teacher, *test)}, {_bytes(teacher):,} bytes")
    said = teacher.predict_proba(Features(rows.features)).astype(np.float32)
    for labels in (100, 300, 1500):
        few = rows.validates | (np.arange(len(rows)) >= labels)
        own = replace(rows, weights=np.where(few & ~rows.validates, 0.0, 1.0).astype(np.float32))
        student = replace(own, teaching=Teaching(said, np.ones(len(rows), np.float32)))
        plain = run_epochs(own, Recipe(epochs=60)).head
        recipe = Recipe(epochs=60, teacher="version:1", teacher_share=0.7)
        after = run_epochs(student, recipe).head
        print(
            f"linear, {labels} labels: alone {_right(plain, *test)}, taught "
            f"{_right(after, *test)}, {_bytes(after):,} bytes"
        )


def altered_digits() -> None:
    """Add altered copies of few labelled digits."""
    vectors, pixels, targets, layout = _digits(200, 300)
    test = vectors[200:], targets[200:].argmax(axis=1)
    for labels in (50, 100, 200):
        rows = _material(vectors[:labels], targets[:labels])
        teach = np.flatnonzero(~rows.validates)
        for name, recipe in (("none", "none"), ("mixup", "mixup")):
            heads = [run_epochs(rows, Recipe(augmentation=recipe, seed=s)).head for s in SEEDS]
            print(f"{labels} labels, {name}: {_right(heads, *test)}")
        heads, began = [], time.perf_counter()
        for seed in SEEDS:
            how = Alteration(0.5, mirror=False, seed=seed)
            made = [
                layout.encode(
                    [
                        {"picture": altered("image", pixels[i], how, how.source(int(i), copy))}
                        for i in teach
                    ]
                )
                for copy in range(2)
            ]
            heads.append(run_epochs(_grown(rows, teach, made), Recipe(seed=seed)).head)
        took = (time.perf_counter() - began) / len(SEEDS)
        print(f"{labels} labels, two altered copies: {_right(heads, *test)}, {took:.0f} s more")


def pruned() -> None:
    """Put the least weights of a hidden layer to zero, train on; compare with fewer units."""
    vectors, _, targets, _ = _digits(200, 300)
    test = vectors[200:], targets[200:].argmax(axis=1)
    rows = _material(vectors[:200], targets[:200])
    for share in (0.0, 0.8, 0.9, 0.95):
        head = _tuned(rows, share)
        print(f"{share:.0%} put to zero: {_right(head, *test)}, {_bytes(head):,} bytes in a zip")
    for units in (64, 32, 16):
        head = run_epochs(rows, replace(NETWORK, units=units)).head
        print(f"{units} units: {_right(head, *test)}, {_bytes(head):,} bytes in a zip")


def _tuned(rows: Material, share: float) -> LinearHead:
    """Train half of the epochs, prune by magnitude, train the other half with what is left."""
    training = _Training(rows, NETWORK, Alone())
    half = NETWORK.epochs // 2
    for _ in range(half):
        training.one_epoch(lambda: 0.0)
    assert training.network.hidden is not None
    weight = training.network.hidden.weight
    kept = (weight.abs() >= weight.abs().flatten().quantile(share)).float()
    for _ in range(half):
        # Between two epochs as well as at last: the optimizer moves zeros too.
        training.one_epoch(lambda: 0.0)
        with torch.no_grad():
            weight.mul_(kept)
    return head_of(training._parameters(), rows)


def _questions(count: int) -> tuple[Material, tuple[np.ndarray, np.ndarray]]:
    found = trec6()
    classes = sorted(set(found.pool_labels))
    place = {name: at for at, name in enumerate(classes)}
    targets = np.eye(len(classes), dtype=np.float32)[[place[one] for one in found.pool_labels]]
    truth = np.array([place[one] for one in found.test_labels])
    return _material(found.pool[:count], targets[:count]), (found.test, truth)


def _digits(
    count: int, tested: int
) -> tuple[np.ndarray, list[np.ndarray], np.ndarray, FieldLayout]:
    _, pixels, labels = mnist_pictures(count + tested)
    layout = FieldLayout((Field("picture", "image"),), Encoders(MODELS))
    vectors = layout.encode([{"picture": one} for one in pixels])
    return vectors, pixels, np.eye(10, dtype=np.float32)[labels.astype(int)], layout


def _material(vectors: np.ndarray, targets: np.ndarray) -> Material:
    count = len(vectors)
    names = tuple(map(str, range(targets.shape[1])))
    ones, held = np.ones(count, np.float32), np.arange(count) % 6 == 0
    return Material(vectors.astype(np.float32), targets, ones, held, names)


def _grown(rows: Material, teach: np.ndarray, made: Sequence[np.ndarray]) -> Material:
    copies = len(made)
    weights = rows.weights.copy()
    weights[teach] /= 1 + copies
    return replace(
        rows,
        features=np.vstack([rows.features, *made]).astype(np.float32),
        targets=np.vstack([rows.targets, *[rows.targets[teach]] * copies]),
        weights=np.concatenate([weights, *[weights[teach]] * copies]),
        validates=np.append(rows.validates, np.zeros(copies * len(teach), np.bool_)),
    )


def _right(heads: LinearHead | Sequence[LinearHead], vectors: np.ndarray, truth: np.ndarray) -> str:
    every = [heads] if isinstance(heads, LinearHead) else heads
    right = [h.predict_proba(Features(vectors)).argmax(axis=1) == truth for h in every]
    share = wilson(int(np.mean([one.sum() for one in right])), len(truth))
    assert share is not None
    return f"{np.mean(right):.3f} ({share.low:.3f} to {share.high:.3f})"


def _bytes(head: LinearHead) -> int:
    arrays = [head.weights, head.bias]
    if head.hidden is not None:
        arrays += [head.hidden.weights, head.hidden.bias]
    return len(zlib.compress(b"".join(np.ascontiguousarray(one).tobytes() for one in arrays)))


def _timed(work: Callable[[], Answer]) -> tuple[Answer, float]:
    began = time.perf_counter()
    return work(), time.perf_counter() - began


if __name__ == "__main__":
    main()
