"""A training that is killed and goes on, and models made small: size, latency, accuracy, parity.

Run: `make bench` or `python -m tests.benchmarks.learning.bench_training
[--part resume,pictures,texts,search]`. The killed training is a real `manage.py train` ended by
SIGKILL; the tables are of this machine, one task at a time on one thread.
"""

import argparse
import csv
import gzip
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from defusedxml import ElementTree
from PIL import Image

from active_learning.calibration import expected_calibration_error, wilson
from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features, LinearHead
from active_learning.shelf.graph import WholeGraph, whole_graph
from active_learning.shelf.parity import parity_of
from active_learning.shelf.quantising import quantised_dynamic, quantised_static, quantised_weights
from active_learning.shelf.running import run_graph, shifted, vectors_of_graph
from active_learning.training_jobs.epochs import run_epochs
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.searching import search_recipe
from tests.benchmarks.learning.sets import MODELS, LabelledSet, trec6
from tests.shared_data import ROOT, shared

SEED = 11
EPOCHS = "80"
KILL_AT = 30
"""Epochs after which the process is killed."""


def main() -> None:
    """Measure the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="resume,pictures,texts,search")
    parser.add_argument("--tested", type=int, default=500, help="pictures that are tested")
    parser.add_argument("--fill", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.fill:
        print(_filled())
        return
    parts: dict[str, Callable[[], None]] = {
        "resume": killed_and_resumed,
        "pictures": lambda: pictures(given.tested),
        "texts": texts,
        "search": searched,
    }
    for name in given.part.split(","):
        parts[name]()


def killed_and_resumed() -> None:
    """Train once whole, once with a kill in the middle, and compare the versions."""
    folder = Path(tempfile.mkdtemp(prefix="penumbra-bench-"))
    env = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"} | {
        "PENUMBRA_DATA": str(folder),
        "PYTHONPATH": str(ROOT),
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "labeling.config.settings",
        "OMP_NUM_THREADS": "1",
    }
    try:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True
        )
        filled = [sys.executable, "-m", "tests.benchmarks.learning.bench_training", "--fill", "yes"]
        out = subprocess.run(filled, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
        project, user = out.stdout.split()[-2:]
        command = [
            *(sys.executable, "manage.py", "train", project, "--user", user, "--no-distil"),
            *("--learner", "network", "--epochs", EPOCHS, "--patience", "0"),
        ]
        whole, took = _told(command, env)
        second = _killed([*command], env, folder)
        again, resumed = _told([*command[:6], "--resume", str(second.run)], env)
        print(
            f"Uninterrupted: version {whole['version']}, accuracy {whole['accuracy']:.4f} "
            f"({whole['low']:.4f} to {whole['high']:.4f}, {whole['holdout']} tasks), "
            f"{took:.1f} s with start-up."
        )
        print(
            f"Killed (SIGKILL) in epoch {second.epoch}, checkpoint of epoch {second.kept}: "
            f"{second.lost_s:.2f} s of training lost; resumed {resumed:.1f} s."
        )
        print(
            f"Resumed: accuracy {again['accuracy']:.4f}, calibration error "
            f"{again['ece']:.6f} against {whole['ece']:.6f}."
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _filled() -> str:
    """Make a project of TREC-6's questions, all answered; its number and its manager's name."""
    import django

    django.setup()
    from labeling.models import Membership, Role, User
    from tests.benchmarks.learning.round_project import fill_project

    project = fill_project(2000, 1500)
    user = User.objects.order_by("pk").first()
    assert user is not None
    Membership.objects.update_or_create(project=project, user=user, defaults={"role": Role.MANAGER})
    User.objects.filter(pk=user.pk).update(username="bench")
    return f"{project.pk} bench"


@dataclass(frozen=True)
class _Killed:
    run: int
    epoch: int
    kept: int
    lost_s: float


def _told(command: list[str], env: dict[str, str]) -> tuple[dict[str, Any], float]:
    begun = time.perf_counter()
    out = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    line = next(line for line in out.stdout.splitlines() if line.startswith("{"))
    return json.loads(line), time.perf_counter() - begun


def _killed(command: list[str], env: dict[str, str], folder: Path) -> _Killed:
    """Start, wait for a checkpoint behind the epoch, kill, and read what was left."""
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        deadline, state, kept = time.monotonic() + 300, Path(), 0
        while kept < KILL_AT:
            assert process.poll() is None, "it was done before it could be killed"
            assert time.monotonic() < deadline, "no checkpoint was written"
            time.sleep(0.05)
            for state in (folder / "training").glob("*/checkpoint.json"):
                kept = json.loads(state.read_bytes())["facts"]["epoch"]
        written = state.stat().st_mtime
        time.sleep(0.7)
        facts = json.loads(state.read_bytes())["facts"]
        written = state.stat().st_mtime
        process.send_signal(signal.SIGKILL)
        killed_at = time.time()
    finally:
        process.kill()
        process.wait()
    drawn = (process.stdout.read() if process.stdout else "").replace("\r", "\n").splitlines()
    seen = [line for line in drawn if " of " in line]
    epoch = int(seen[-1].split(" of ")[0].split()[-1]) if seen else facts["epoch"]
    return _Killed(int(state.parent.name), epoch, facts["epoch"], killed_at - written)


def pictures(count: int) -> None:
    """Make the picture learner small: handwritten digits, and cells under a microscope."""
    for name, pixels, labels in (mnist_pictures(400 + count), cell_pictures(400 + count)):
        layout = FieldLayout((Field("picture", "image"),), Encoders(MODELS))
        vectors = layout.encode([{"picture": one} for one in pixels])
        head = _head(vectors[:400], labels[:400])
        full = whole_graph(layout, head, MODELS)
        feeds = [{"f0_pixels": one[None]} for one in pixels]
        sample, tested = feeds[:60], feeds[400:]
        makers: dict[str, Callable[[onnx.ModelProto], onnx.ModelProto]] = {
            "int8 weights": quantised_weights,
            "static int8": lambda model, sample=sample: quantised_static(model, sample),
            "dynamic int8": quantised_dynamic,
        }
        graphs = {"full": full}
        before = vectors_of_graph(full, sample)
        for precision, make in makers.items():
            small = full.with_model(make(full.model))
            by = (before - vectors_of_graph(small, sample)).mean(axis=0)
            graphs[precision] = shifted(small, by)
        own = head.predict_proba(Features(vectors[400:]))
        _table(f"{name}, {len(set(labels))} classes, head on 400", graphs, tested, own,
               labels[400:], head)  # fmt: skip


def texts() -> None:
    """Make the text learner small: questions of TREC-6."""
    found = trec6()
    layout = FieldLayout((Field("text", "text"),), Encoders(MODELS))
    head = _head(found.pool[:1500], found.pool_labels[:1500])
    tokenizer = layout.encoders.text.minilm.tokenizer
    rows = (shared("data/text_trec6") / "test.csv").read_text(encoding="utf-8")
    asked = [row["text"] for row in csv.DictReader(io.StringIO(rows))]
    feeds = [{"f0_ids": np.array([tokenizer.encode(text).ids], np.int32)} for text in asked]
    graphs = {
        "full": whole_graph(layout, head, MODELS),
        "int8 weights": whole_graph(layout, head, MODELS, small_table=True),
    }
    own = head.predict_proba(Features(found.test))
    _table("TREC-6, 6 classes, head on 1,500", graphs, feeds, own, found.test_labels, head)


def searched() -> None:
    """Compare the default recipe with the best of a search, on questions nobody trained on."""
    found = trec6()
    rng = np.random.default_rng(SEED)
    rows = rng.permutation(len(found.pool))[:1000]
    classes = sorted(set(found.pool_labels))
    targets = np.eye(len(classes), dtype=np.float32)
    material = Material(
        found.pool[rows],
        targets[[classes.index(name) for name in found.pool_labels[rows]]],
        np.ones(len(rows), np.float32),
        np.arange(len(rows)) % 6 == 0,
        tuple(classes),
    )
    for learner in ("linear", "network"):
        recipe = Recipe(learner=learner, epochs=40)
        plain = run_epochs(material, recipe)
        begun = time.process_time()
        best = search_recipe(material, recipe, trials=25)
        took = time.process_time() - begun
        again = run_epochs(material, best.recipe)
        pruned = sum(one.state == "pruned" for one in best.trials)
        print(
            f"{learner}: default {_right(plain.head, found):.4f} (loss "
            f"{plain.best.validation_loss:.4f}), searched {_right(again.head, found):.4f} (loss "
            f"{again.best.validation_loss:.4f}); 25 trials, {pruned} cut short, {took:.1f} CPU s"
        )


def _right(head: LinearHead, found: LabelledSet) -> float:
    said = np.array(head.classes)[head.predict_proba(Features(found.test)).argmax(axis=1)]
    return float((said == found.test_labels).mean())


def _head(vectors: np.ndarray, labels: np.ndarray) -> LinearHead:
    learner = ChoiceLearner()
    learner.fit(
        Features(vectors), labels.tolist(), classes=sorted(set(labels)),
        rng=np.random.default_rng(SEED),
    )  # fmt: skip
    return replace(learner.heads.main)


def _table(
    title: str,
    graphs: dict[str, WholeGraph],
    feeds: list[dict[str, np.ndarray]],
    own: np.ndarray,
    labels: np.ndarray,
    head: LinearHead,
) -> None:
    classes = np.array(head.classes)
    print(f"\n{title}, {len(feeds)} tested (load {os.getloadavg()[0]:.1f})")
    print("precision | MB | of full | ms, median | ms, 95 % | accuracy | interval | ece | lost |"
          " same | largest difference | passes")  # fmt: skip
    mine, whole = own, len(graphs["full"].content)
    for name, graph in graphs.items():
        found = run_graph(graph.model, feeds)
        right = classes[found.rows.argmax(axis=1)] == labels
        parity = parity_of(
            mine, found.rows, independent=False, exact=name == "full",
            right=(classes[mine.argmax(axis=1)] == labels, right),
        )  # fmt: skip
        share = wilson(int(right.sum()), len(right))
        assert share is not None
        ece = expected_calibration_error(found.rows.max(axis=1).tolist(), right.tolist())
        size, (median, slow) = len(graph.content), found.latency_ms
        print(f"{name} | {size / 1e6:.2f} | {size / whole:.0%} | {median:.1f} | {slow:.1f} | "
              f"{share.value:.3f} | {share.low:.3f}-{share.high:.3f} | {ece:.3f} | "
              f"{100 * parity.lost:+.1f} pt | {parity.agreement:.3f} | {parity.difference:.2g} | "
              f"{'yes' if parity.passed else parity.reason}")  # fmt: skip
        if name == "full":
            mine = found.rows


def mnist_pictures(count: int) -> tuple[str, list[np.ndarray], np.ndarray]:
    """Return digits enlarged to the backbone's size."""
    folder = shared("data/img_mnist_t10k")
    raw = gzip.decompress((folder / "t10k-images-idx3-ubyte.gz").read_bytes())
    digits = np.frombuffer(raw, np.uint8, offset=16).reshape(-1, 28, 28)
    raw = gzip.decompress((folder / "t10k-labels-idx1-ubyte.gz").read_bytes())
    labels = np.frombuffer(raw, np.uint8, offset=8).astype(str)
    order = np.random.default_rng(SEED).permutation(len(labels))[:count]
    pixels = [
        np.asarray(Image.fromarray(digits[i]).resize((224, 224)).convert("RGB")) for i in order
    ]
    return "MNIST digits", pixels, labels[order]


def cell_pictures(count: int) -> tuple[str, list[np.ndarray], np.ndarray]:
    """Return blood cells cut out by their boxes, at most a third of one class."""
    folder = shared("data/img_bccd_boxes")
    found: dict[str, list[np.ndarray]] = {}
    for file in sorted(folder.rglob("*.xml")):
        picture = next(iter(folder.rglob(f"{file.stem}.jp*g")), None)
        if picture is None:
            continue
        whole = Image.open(picture).convert("RGB")
        for thing in ElementTree.parse(file).iter("object"):
            corners = [int(thing.find(f"bndbox/{side}").text)
                       for side in ("xmin", "ymin", "xmax", "ymax")]  # fmt: skip
            own = found.setdefault(thing.findtext("name"), [])
            if len(own) < count // 3 and corners[2] > corners[0] and corners[3] > corners[1]:
                own.append(np.asarray(whole.crop(corners).resize((224, 224))))
    pairs = [(one, name) for name, ones in found.items() for one in ones]
    order = np.random.default_rng(SEED).permutation(len(pairs))[:count]
    return "BCCD cells", [pairs[i][0] for i in order], np.array([pairs[i][1] for i in order])


if __name__ == "__main__":
    main()
