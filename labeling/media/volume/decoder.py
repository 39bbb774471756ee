"""Volumes: what they are in space, and slices of their true values."""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.probe import MediaError, Probe
from labeling.media.volume.axes import SERVED, Turn, is_oblique, spacing_of, turn_for
from labeling.media.volume.bricks import read_slice, write_bricks
from labeling.media.volume.cleaning import clean
from labeling.media.volume.dicom import scan_of
from labeling.media.volume.growing import grown
from labeling.media.volume.nifti import opened_nifti
from labeling.media.volume.opening import dicom_members, sort_of
from labeling.media.volume.scan import Range, Scan, measured
from labeling.regions.mask import from_array

__all__ = ["VIEWS", "clean", "probe"]

BINARY = "application/octet-stream"
THUMBNAIL_PX = 320
PACKING = 1


@contextmanager
def _opened(path: Path) -> Iterator[Scan]:
    sort = sort_of(path)
    if sort in {"nifti", "nifti_gz"}:
        with opened_nifti(path, is_packed=sort == "nifti_gz") as scan:
            yield scan
        return
    with dicom_members(path, sort) as members:
        if not members:
            raise MediaError("empty", "the folder holds no DICOM files")
        mime = "application/zip" if sort == "bundle" else "application/dicom"
        yield scan_of(members, mime)


def probe(path: Path) -> Probe:
    """Read every value: only so is a cut-off file found, and the range known."""
    with _opened(path) as scan:
        values, turn = measured(scan), turn_for(scan.affine, scan.shape)
    width, height, _ = turn.size(scan.shape)
    warnings = list(scan.warnings)
    if is_oblique(scan.affine):
        warnings.append("the scan lies aslant; the letters at the edges name the nearest direction")
    return Probe(
        type="volume",
        mime=scan.mime,
        size=path.stat().st_size,
        width=width,
        height=height,
        facts=_facts(scan, values, turn),
        warnings=tuple(warnings),
    )


def _facts(scan: Scan, values: Range, turn: Turn) -> dict[str, Any]:
    """What screens and exports need; `affine` takes served voxels to RAS millimetres."""
    return {
        "depth": turn.size(scan.shape)[2],
        "times": scan.times,
        "spacing": [round(side, 6) for side in spacing_of(turn.affine)],
        "placed": scan.is_placed,
        "orientation": SERVED,
        "affine": turn.affine.tolist(),
        "stored": {
            "shape": list(scan.shape),
            "affine": scan.affine.tolist(),
            "axes": turn.stored,
        },
        "modality": scan.modality,
        "unit": scan.unit,
        "window": {"center": values.window[0], "width": values.window[1]},
        "inverted": scan.is_inverted,
        "range": [values.low, values.high],
        "slope": values.slope,
        "intercept": values.intercept,
    }


def _ready(order: Order, time: int) -> tuple[Path, dict[str, Any]]:
    """The cubes of one time, and the facts that go with them; made once."""
    facts_path = order.folder / "facts.json"
    path = order.folder / f"cubes-{time}"
    if not (facts_path.exists() and path.exists()):
        with _opened(order.source) as scan:
            if time >= scan.times:
                raise MediaError("unasked", f"there is no time {time}: there are {scan.times}")
            values, turn = measured(scan), turn_for(scan.affine, scan.shape)
            facts = _facts(scan, values, turn)
            width, height, _ = turn.size(scan.shape)
            facts |= {"width": width, "height": height}
            written_once(facts_path, lambda out: out.write_text(json.dumps(facts), "utf-8"))
            written_once(path, lambda out: write_bricks(scan, time, turn, values, out))
    return path, json.loads(facts_path.read_text("utf-8"))


def _slice(order: Order) -> str:
    """Rows of 16-bit values, each less its left neighbour; all low bytes, then all high ones."""
    path, facts = _ready(order, order.whole("time"))
    values = read_slice(path, _size(facts), order.word("plane"), order.whole("index"))
    order.out.write_bytes(zlib.compress(_differenced(values), PACKING))
    return BINARY


def _differenced(values: NDArray[np.int16]) -> bytes:
    words = values.astype(np.uint16)
    words[:, 1:] -= words[:, :-1].copy()
    return (words & 255).astype(np.uint8).tobytes() + (words >> 8).astype(np.uint8).tobytes()


def _size(facts: dict[str, Any]) -> tuple[int, int, int]:
    return facts["width"], facts["height"], facts["depth"]


def _grow(order: Order) -> str:
    """Write a mask of what hangs together with a voxel within a range of values."""
    path, facts = _ready(order, order.whole("time"))
    size = _size(facts)
    seed = (order.whole("x"), order.whole("y"), order.whole("z"))
    if any(at >= side for at, side in zip(seed, size, strict=True)):
        raise MediaError("unasked", f"there is no voxel {seed}: the volume has {size}")
    low, high = (
        (order.number(end) - facts["intercept"]) / facts["slope"] for end in ("low", "high")
    )
    found = grown(lambda z: read_slice(path, size, "axial", z), seed, low, high, size[2])
    slices = {str(z): from_array(bits) for z, bits in found.items()}
    order.out.write_text(json.dumps({"plane": "axial", "slices": slices}), "utf-8")
    return "application/json"


def _info(order: Order) -> str:
    _, facts = _ready(order, 0)
    order.out.write_text(json.dumps(facts), "utf-8")
    return "application/json"


def _thumb(order: Order) -> str:
    """The middle axial slice at its default window."""
    path, facts = _ready(order, 0)
    size = _size(facts)
    values = read_slice(path, size, "axial", size[2] // 2).astype(np.float32)
    values = values * facts["slope"] + facts["intercept"]
    centre, width = facts["window"]["center"], facts["window"]["width"]
    grey = np.clip((values - centre) / width + 0.5, 0, 1)
    if facts["inverted"]:
        grey = 1 - grey
    picture = Image.fromarray((grey * 255).astype(np.uint8), "L")
    across, down = facts["spacing"][:2]
    scale = THUMBNAIL_PX / max(picture.width * across, picture.height * down)
    box = (
        max(1, round(picture.width * across * scale)),
        max(1, round(picture.height * down * scale)),
    )
    picture.resize(box, Image.Resampling.BILINEAR).save(order.out, "JPEG", quality=85)
    return "image/jpeg"


VIEWS = {"slice": _slice, "grow": _grow, "info": _info, "thumb": _thumb}
