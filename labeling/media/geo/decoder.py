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
from labeling.media.geo.opening import mime_of, opened, read_last
from labeling.media.geo.place import Affine6, crs_facts, lattice
from labeling.media.geo.pyramid import TILE, first_copied, levels_of, write_copy
from labeling.media.probe import MediaError, Probe

__all__ = ["VIEWS", "probe"]

THUMBNAIL_PX = 320
QUALITY = 84


def probe(path: Path) -> Probe:
    """Read the header and the last block; the rest is read for the smaller sizes."""
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
def _at(order: Order, level: int) -> Iterator[tuple[DatasetReader, int]]:
    """Open what a level is read from; answers too which level it is the whole of."""
    path = order.folder / f"level_{level}.tif"
    if not path.exists():
        with opened(order.source) as source:
            first = first_copied(source)
            if first is None or level < first:
                yield source, 0
                return
    with opened(written_once(path, lambda out: _write_level(order, level, out))) as copy:
        yield copy, level


def _write_level(order: Order, level: int, out: Path) -> None:
    """Halve the level before, which is written first where it is not there."""
    if level == 0:
        with opened(order.source) as source:
            write_copy(source, 1, out)
        return
    with _at(order, level - 1) as (finer, _):
        write_copy(finer, 2, out)


def _facts_once(order: Order) -> dict[str, Any]:
    """What is found out about the file once, its size among it."""
    path = written_once(order.folder / "facts.json", lambda out: _write_facts(order, out))
    facts: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return facts


def _write_facts(order: Order, out: Path) -> None:
    with opened(order.source) as source:
        facts, _ = _facts(source)
        width, height = source.width, source.height
    facts |= {"width": width, "height": height}
    with _at(order, _overview(facts)) as (small, _):
        facts["statistics"] = statistics(small)
    if facts["crs"]:
        transform: Affine6 = facts["transform"]
        wkt: str = facts["crs"]["wkt"]
        facts["lattice"] = lattice(wkt, transform, width, height)
    out.write_text(json.dumps(facts), "utf-8")


def _overview(facts: dict[str, Any]) -> int:
    """The level of at most four tiles."""
    return max(0, int(facts["levels"]) - 2)


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
    level, facts = order.whole("level"), _facts_once(order)
    left, top, width, height = _part(order, facts)
    shape = (max(1, round(height / (1 << level))), max(1, round(width / (1 << level))))
    look = _look(order, facts)
    with _at(order, level) as (raster, begins):
        step = 1 << begins
        window = Window(left / step, top / step, width / step, height / step)
        pixels = to_rgba(raster, window, shape, look, facts["statistics"])
    picture = Image.fromarray(pixels, "RGBA")
    if pixels[..., 3].all():
        picture = picture.convert("RGB")
    picture.save(order.out, "WEBP", quality=QUALITY, method=1)
    return "image/webp"


def _part(order: Order, facts: dict[str, Any]) -> tuple[int, int, int, int]:
    """Return what a tile covers of the file: left, top, width and height in its pixels."""
    level, x, y = (order.whole(name) for name in ("level", "x", "y"))
    side, width, height = TILE << level, facts["width"], facts["height"]
    columns, rows = math.ceil(width / side), math.ceil(height / side)
    if level >= facts["levels"] or x >= columns or y >= rows:
        detail = f"level {level} has no tile {x}, {y}"
        raise MediaError(
            "unasked",
            f"{detail}: it has {columns} x {rows}, and 0 to {facts['levels'] - 1} levels",
        )
    left, top = x * side, y * side
    return left, top, min(side, width - left), min(side, height - top)


def _info(order: Order) -> str:
    order.out.write_text(json.dumps(_facts_once(order)), "utf-8")
    return "application/json"


def _thumb(order: Order) -> str:
    facts = _facts_once(order)
    scale = max(facts["width"], facts["height"], THUMBNAIL_PX) / THUMBNAIL_PX
    shape = (max(1, round(facts["height"] / scale)), max(1, round(facts["width"] / scale)))
    red, green, blue = facts["shown"]
    with _at(order, _overview(facts)) as (raster, _):
        look = Look((red, green, blue), "auto", 1.0)
        pixels = to_rgba(raster, None, shape, look, facts["statistics"])
    Image.fromarray(pixels, "RGBA").save(order.out, "WEBP", quality=QUALITY)
    return "image/webp"


VIEWS = {"tile": _tile, "info": _info, "thumb": _thumb}
