"""A GeoTIFF by tiles: drawn on by mouse and by key, measured on the ground, exported in degrees."""

import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.exporting import export
from tests.e2e.pages.picture import Picture
from tests.e2e.pages.waiting import until
from tests.e2e.test_accessibility import serious
from tests.labeling.media.test_geo import raster
from tests.shared_data import shared

SIZE = (600, 400)
FIELD = (200.0, 150.0, 300.0, 200.0)
ONTOLOGY = {
    "fields": {"map": {"type": "geo"}},
    "labels": [
        {"id": "object", "on": "map", "kind": "box", "classes": [{"id": "field", "name": "Field"}]},
        {"id": "way", "on": "map", "kind": "polyline", "classes": [{"id": "road"}]},
    ],
}


def make_map(path: Path) -> Path:
    """A red field on green, ten metres a pixel on the central meridian of zone 33."""
    bands = np.zeros((3, SIZE[1], SIZE[0]), np.uint8)
    bands[1] = 90
    x0, y0, x1, y1 = (int(edge) for edge in FIELD)
    bands[0, y0:y1, x0:x1] = 200
    return raster(path, bands)


def test_a_map_is_marked_and_exported_where_it_lies(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    project = site.api.project("Maps", ONTOLOGY)
    site.api.import_file(project, make_map(tmp_path / "north.tif"))
    desk = Desk(signed_in).open(site.url, project)
    picture = Picture(desk, *SIZE).at_full_size()
    expect(desk.data.get_by_alt_text("The whole map")).to_be_visible(timeout=SLOW_MS)
    signed_in.wait_for_function("() => document.querySelector('.map-scale')?.textContent !== ''")

    signed_in.keyboard.press("1")
    picture.drag(FIELD[:2], FIELD[2:])
    expect(desk.rows()).to_have_count(1)
    signed_in.keyboard.press("2")
    signed_in.keyboard.press("n")
    expect(desk.rows()).to_have_count(2)
    signed_in.keyboard.press("ArrowRight")
    signed_in.mouse.move(*picture.on_screen(0.5, 0.5))
    expect(desk.data).to_contain_text(re.compile(r"EPSG:32633\).*50\.5\d+° N, 15\.0000\d+° E"))
    until(lambda: is_red(picture), "the field's tile is drawn")
    assert serious(signed_in) == []
    desk.saved()
    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(2, timeout=SLOW_MS)
    assert desk.submit() == "finished"
    check_export(signed_in, site, project, tmp_path)


def is_red(picture: Picture) -> bool:
    red, green, _ = picture.colour(280, 160)
    return red > green


def check_export(page: Page, site: Site, project: str, folder: Path) -> None:
    with zipfile.ZipFile(export(page, site.url, project, "GeoJSON", folder)) as archive:
        found = json.loads(archive.read("north.tif.geojson"))
    box = next(one for one in found["features"] if one["properties"]["label"] == "object")
    pixels = box["properties"]["penumbra"]["geometry"]
    assert (pixels["x"], pixels["y"]) == pytest.approx(FIELD[:2], abs=1)
    lon, lat = np.array(box["geometry"]["coordinates"][0]).T
    # 200 pixels of ten metres east of the meridian, 111.3 km * cos(50.5) a degree.
    assert lon.min() == pytest.approx(15 + 2000 / 70_900, abs=2e-3)
    assert 50.4 < lat.min() < lat.max() < 50.6


def test_a_real_map_opens_and_its_bands_are_chosen(signed_in: Page, site: Site) -> None:
    project = site.api.project("Real maps", ONTOLOGY)
    site.api.import_file(project, shared("data/geo_tiff/RGB.byte.tif"))
    desk = Desk(signed_in).open(site.url, project)
    expect(desk.data.get_by_role("application").first).to_be_visible(timeout=SLOW_MS)
    desk.data.get_by_role("combobox", name="Bands").select_option("grey")
    expect(desk.data.get_by_role("combobox", name="One band")).to_be_visible()
    desk.data.get_by_role("combobox", name="Contrast").select_option("full")
    expect(desk.data.get_by_role("alert")).to_be_hidden()
