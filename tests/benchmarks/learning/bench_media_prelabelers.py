"""Pre-labelers of sound, series and clouds on real sets: what they find, and what it costs.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_media_prelabelers`. The data lies beside
the repository (PENUMBRA_SHARED).
"""

import datetime
import importlib.util
import json
import os
import re
import sys
import tempfile
import time
from math import cos, sin
from pathlib import Path

import cv2
import numpy as np

from active_learning.prelabelers.audio_speech import proposing as speech
from active_learning.prelabelers.base import Medium, Wanted
from active_learning.prelabelers.cloud_objects import cluster_views
from active_learning.prelabelers.cloud_objects.proposing import ClusterProposer
from active_learning.prelabelers.series_anomalies.proposing import AnomalyProposer
from active_learning.prelabelers.series_changes.proposing import ChangeProposer
from labeling.media.decoding.order import Order
from labeling.media.pointcloud import decoder as clouds
from labeling.media.timeseries.reading import read_series

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("PENUMBRA_SHARED", ROOT.parent / "shared")) / "data"


def main() -> None:
    """Print a line for each set and pre-labeler."""
    _speech()
    _words()
    _series()
    _cloud()


def _speech() -> None:
    opened = speech.open_prelabeler(DATA, {"pause_s": 0.3, "quiet_db": -50.0})
    spoken = sorted((DATA / "audio_ljspeech/wavs").glob("*.wav"))
    others = sorted((DATA / "audio_events").glob("*.oga"))
    cost, length, covered, false = 0.0, 0.0, 0.0, 0.0
    for path in [*spoken, *others]:
        medium = Medium("audio", path=path)
        begun = time.process_time()
        found = [p.geometry for p in opened.propose(medium, []) if p.name == "speech"]
        cost += time.process_time() - begun
        said = sum(one["end"] - one["start"] for one in found)
        seconds = len(speech.speech_samples(medium, 1e6)) / speech.RATE
        length += seconds
        if path in spoken:
            covered += said / seconds / len(spoken)
        else:
            false += said
    print(
        f"speech: {covered:.0%} of {len(spoken)} spoken clips, {false:.1f} s of {len(others)} "
        f"event sounds; {cost / length * 60:.1f} CPU s a minute"
    )


def _words() -> None:
    if importlib.util.find_spec("faster_whisper") is None:
        return print("words: not installed")
    # Whisper's runner would load torch where it is installed; pre-labeling processes forbid it.
    sys.modules["torch"] = None
    from active_learning.prelabelers.audio_words import proposing

    opened = proposing.open_prelabeler(DATA, {"search": "greedy"})
    wanted = [Wanted("said", "textarea")]
    lines = (DATA / "audio_ljspeech/metadata.csv").read_text().splitlines()
    wrong = count = 0
    begun = time.process_time()
    for line in lines:
        name, _, truth = line.split("|")
        path = DATA / "audio_ljspeech/wavs" / f"{name}.wav"
        found = [p.value for p in opened.propose(Medium("audio", path=path), wanted) if p.value]
        wrong += _edits(_spoken(truth), _spoken(" ".join(found)))
        count += len(_spoken(truth))
    cost = time.process_time() - begun
    return print(f"words: error rate {wrong / count:.3f} on {count} words; {cost:.1f} CPU s in all")


def _spoken(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9' ]", " ", text.lower()).split()


def _edits(truth: list[str], found: list[str]) -> int:
    row = list(range(len(found) + 1))
    for i, word in enumerate(truth, 1):
        last, row[0] = row[:], i
        for j, other in enumerate(found, 1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (word != other))
    return row[-1]


def _series() -> None:
    windows = json.loads((DATA / "ts_nab/labels/combined_windows.json").read_text())
    for name, proposer in (
        ("anomalies", AnomalyProposer(8.0, 101)),
        ("changes", ChangeProposer(12.0)),
    ):
        hit = known = proposed = inside = samples = 0
        cost = 0.0
        for path in sorted((DATA / "ts_nab/data").glob("*/*.csv")):
            series = read_series(path)
            truth = [
                [_seconds(end) - (series.start or 0) for end in window]
                for window in windows["/".join(path.parts[-2:])]
            ]
            begun = time.process_time()
            found = proposer.propose(Medium("timeseries", path=path), [])
            cost += time.process_time() - begun
            middles = [
                (p.geometry["start"] + p.geometry["end"]) / 2 for p in found if p.name != "segment"
            ]
            hit += sum(any(a <= m <= b for m in middles) for a, b in truth)
            inside += sum(any(a <= m <= b for a, b in truth) for m in middles)
            known, proposed = known + len(truth), proposed + len(middles)
            samples += len(series.seconds)
        print(
            f"{name}: {hit} of {known} windows of NAB met, {inside} of {proposed} proposals in "
            f"one; {cost:.2f} CPU s for {samples:,} samples, reading included"
        )


def _seconds(stamp: str) -> float:
    moment = datetime.datetime.fromisoformat(stamp)
    return moment.replace(tzinfo=datetime.UTC).timestamp()


def _cloud() -> None:
    """The cars of a KITTI frame, seen from above."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        order = Order(
            DATA / "pc_kitti/000008.bin",
            folder / "out",
            folder,
            {"frame": 0, "gap": 0.45, "least": 12},
        )
        begun = time.process_time()
        clouds.VIEWS["clusters"](order)
        cost = time.process_time() - begun
        views = {cluster_views({"frames": 1})[0]: order.out}
        found = ClusterProposer().propose(Medium("pointcloud", facts={}, views=views), [])
    item = json.loads((DATA / "pc_kitti/000008.json").read_text())["data_list"][0]
    to_lidar = np.linalg.inv(np.array(item["images"]["CAM2"]["lidar2cam"]))
    cars = [_car(one["bbox_3d"], to_lidar) for one in item["instances"] if one["bbox_label"] == 2]
    overlaps = [max((_shared(car, _footprint(p.geometry)), p.name) for p in found) for car in cars]
    said = ", ".join(f"{overlap:.2f} {name}" for overlap, name in overlaps)
    print(f"clusters: {len(found)} cuboids for {len(cars)} cars; best overlap from above: {said}")
    print(f"clusters: {cost:.1f} CPU s for the frame, Open3D's import included")


def _car(box: list[float], to_lidar: np.ndarray):
    """KITTI's box (bottom middle, length, height, width, turn) from above, as OpenCV takes it."""
    x, y, z, length, _, width, turn = box
    middle = to_lidar @ (x, y, z, 1)
    return (
        (float(middle[0]), float(middle[1])),
        (length, width),
        float(np.degrees(-turn - np.pi / 2)),
    )


def _footprint(cuboid):
    w, _, _, z = cuboid["rotation"]
    yaw = 2 * np.arctan2(z, w)
    return tuple(cuboid["center"][:2]), tuple(cuboid["size"][:2]), float(np.degrees(yaw))


def _shared(one, other) -> float:
    corners = [_corners(box) for box in (one, other)]
    area, _ = cv2.intersectConvexConvex(*corners)
    whole = one[1][0] * one[1][1] + other[1][0] * other[1][1] - area
    return area / whole


def _corners(box) -> np.ndarray:
    (x, y), (length, width), angle = box
    c, s = cos(np.radians(angle)), sin(np.radians(angle))
    local = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * (length / 2, width / 2)
    return (local @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


if __name__ == "__main__":
    main()
