"""Rasters: their size and place on the earth, and tiles of them at every scale."""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from rasterio.io import DatasetReader
from rasterio.windows import Window

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.geo.looks import Look, bands_facts, default_bands, statistics, to_rgba
from labeling.media.geo.opening import TILE, levels_of, mime_of, opened, read_last, write_pyramid
from labeling.media.geo.place import Affine6, crs_facts, lattice
from labeling.media.probe import MediaError, Probe

__all__ = ["VIEWS", "probe"]

THUMBNAIL_PX = 320
QUALITY = 84


def probe(path: Path) -> Probe:
    """Read the header and the last block; the rest is read for the pyramid."""
    with opened(path) as raster:
        read_last(raster)
        facts, warnings = _facts(raster)
        return Probe(
            type="geo",
            mime=mime_of(path),
            size=path.stat().st_size,
            width=raster.width,
            height=raster.height,
            facts=facts,
            warnings=tuple(warnings),
        )


def _facts(raster: DatasetReader) -> tuple[dict[str, Any], list[str]]:
    warnings: list[str] = []
    facts: dict[str, Any] = {
        "tile": TILE,
        "levels": levels_of(raster.width, raster.height),
        "bands": bands_facts(raster),
        "shown": list(default_bands(raster)),
        "crs": None,
        "transform": None,
    }
    if raster.crs and not raster.transform.is_identity:
        facts |= {"crs": crs_facts(raster.crs), "transform": list(raster.transform)[:6]}
        try:
            lattice(facts["crs"]["wkt"], facts["transform"], raster.width, raster.height)
        except ValueError as error:
            warnings.append(f"shown without degrees: {error}")
            facts["crs"] = None
    elif raster.gcps[0]:
        warnings.append("control points are not used; warp the raster to have coordinates")
    else:
        warnings.append("the file does not say where on the earth it lies; pixels are counted")
    return facts, warnings


@contextmanager
def _ready(order: Order) -> Iterator[tuple[DatasetReader, dict[str, Any]]]:
    """The raster, quick to read at every scale, and what was found out about it once."""
    pyramid = written_once(
        order.folder / "pyramid.tif", lambda out: write_pyramid(order.source, out)
    )
    quick = pyramid if pyramid.stat().st_size else order.source
    with opened(quick) as raster:
        path = written_once(order.folder / "info.json", lambda out: _write_info(raster, out))
        yield raster, json.loads(path.read_text("utf-8"))


def _write_info(raster: DatasetReader, out: Path) -> None:
    facts, _ = _facts(raster)
    facts["statistics"] = statistics(raster)
    if facts["crs"]:
        transform: Affine6 = facts["transform"]
        wkt: str = facts["crs"]["wkt"]
        facts["lattice"] = lattice(wkt, transform, raster.width, raster.height)
    out.write_text(json.dumps(facts), "utf-8")


def _look(order: Order, facts: dict[str, Any]) -> Look:
    bands = [
        order.whole(name) or shown
        for name, shown in zip(("red", "green", "blue"), facts["shown"], strict=True)
    ]
    count = len(facts["bands"])
    if max(bands) > count:
        raise MediaError("unasked", f"there is no band {max(bands)}: the file has 1 to {count}")
    return Look((bands[0], bands[1], bands[2]), order.word("stretch"), order.number("gamma"))


def _tile(order: Order) -> str:
    level, x, y = (order.whole(name) for name in ("level", "x", "y"))
    with _ready(order) as (raster, facts):
        side = TILE << level
        columns, rows = (math.ceil(edge / side) for edge in (raster.width, raster.height))
        if level >= facts["levels"] or x >= columns or y >= rows:
            detail = f"level {level} has no tile {x}, {y}"
            raise MediaError(
                "unasked",
                f"{detail}: it has {columns} x {rows}, and 0 to {facts['levels'] - 1} levels",
            )
        width = min(side, raster.width - x * side)
        height = min(side, raster.height - y * side)
        shape = (max(1, round(height / (1 << level))), max(1, round(width / (1 << level))))
        window = Window(x * side, y * side, width, height)
        pixels = to_rgba(raster, window, shape, _look(order, facts), facts["statistics"])
    picture = Image.fromarray(pixels, "RGBA")
    if pixels[..., 3].all():
        picture = picture.convert("RGB")
    picture.save(order.out, "WEBP", quality=QUALITY, method=1)
    return "image/webp"


def _info(order: Order) -> str:
    with _ready(order) as (_, facts):
        order.out.write_text(json.dumps(facts), "utf-8")
    return "application/json"


def _thumb(order: Order) -> str:
    with _ready(order) as (raster, facts):
        scale = max(raster.width, raster.height, THUMBNAIL_PX) / THUMBNAIL_PX
        shape = (max(1, round(raster.height / scale)), max(1, round(raster.width / scale)))
        shown = facts["shown"]
        look = Look((shown[0], shown[1], shown[2]), "auto", 1.0)
        pixels = to_rgba(raster, None, shape, look, facts["statistics"])
    Image.fromarray(pixels, "RGBA").save(order.out, "WEBP", quality=QUALITY)
    return "image/webp"


VIEWS = {"tile": _tile, "info": _info, "thumb": _thumb}
