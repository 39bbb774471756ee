"""GeoJSON: degrees by PROJ, there and back; what others write; what is told."""

import json
import zipfile

import numpy as np
import pytest
from shapely.geometry import shape

from labeling.formats.base import Content, ExportAnnotation, ExportMedia, ExportTask
from labeling.media.geo.place import to_lonlat
from labeling.ontology import parse_ontology
from labeling.regions import mask
from tests.factories.formats import read_paths, write_tasks
from tests.labeling.media.decoders import probe_as
from tests.labeling.media.test_geo import ramp, raster
from tests.shared_data import shared

KINDS = ("box", "rotated_box", "ellipse", "polygon", "polyline", "keypoints", "mask")
ONTOLOGY = parse_ontology(
    {
        "fields": {"map": {"type": "geo"}},
        "labels": [
            {
                "id": f"l_{kind}",
                "on": "map",
                "kind": kind,
                "classes": [{"id": "a", "name": "Alpha"}, {"id": kind, "name": f"A {kind}"}],
                "attributes": [{"id": "sure", "kind": "boolean"}],
            }
            for kind in KINDS
        ],
    }
)
BITS = np.zeros((300, 400), bool)
BITS[10:20, 30:50] = True
BITS[12:14, 35:40] = False
GEOMETRIES = {
    "box": {"x": 10.5, "y": 20, "width": 30, "height": 40},
    "rotated_box": {"cx": 100, "cy": 100, "width": 40, "height": 20, "angle": 30},
    "ellipse": {"cx": 200, "cy": 100, "rx": 40, "ry": 20, "angle": 30},
    "polygon": {"rings": [[[0, 0], [100, 0], [100, 100], [0, 100]], [[9, 9], [9, 20], [20, 20]]]},
    "polyline": {"points": [[0, 0], [10, 10], [20, 5]]},
    "keypoints": {"points": [[5, 6, 2], [0, 0, 0]]},
    "mask": mask.from_array(BITS),
}


def region(kind, name="r"):
    return {
        "id": f"{name}-{kind}",
        "label": f"l_{kind}",
        "on": "map",
        "class": "a",
        "geometry": GEOMETRIES[kind],
        "attributes": {"sure": True},
    }


@pytest.fixture
def facts(tmp_path):
    return probe_as("geo", raster(tmp_path / "a.tif", ramp())).facts


def exported(tmp_path, facts, regions):
    media = ExportMedia("north/a.tif", "1", "0", "image/tiff", 400, 300, facts)
    task = ExportTask("1", {"map": media}, annotations=[ExportAnnotation("1", Content(regions))])
    told = write_tasks("geojson", [task], tmp_path / "out.zip", ONTOLOGY)
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        return json.loads(archive.read("north/a.tif.geojson")), told


def test_every_kind_comes_back_to_the_last_bit(facts, tmp_path):
    regions = [region(kind) for kind in KINDS]
    exported(tmp_path, facts, regions)
    read = read_paths("geojson", tmp_path / "out.zip", ontology=ONTOLOGY)
    assert read.problems == []
    assert read.tasks[0].data["map"].name == "north/a.tif"
    assert read.tasks[0].annotations[0].content.regions == regions


def test_features_lie_where_the_pixels_do(facts, tmp_path):
    found, told = exported(tmp_path, facts, [region(kind) for kind in KINDS])
    assert told == []
    for feature, kind in zip(found["features"], KINDS, strict=True):
        geometry = shape(feature["geometry"])
        assert geometry.is_valid
        assert feature["properties"]["class"] == "Alpha"
        assert feature["properties"]["sure"] is True
        # Ten metres a pixel, at 50.5 degrees north.
        square = geometry.area * 111_195**2 * np.cos(np.radians(50.5)) / 100
        pixels = {
            "box": 1200,
            "rotated_box": 800,
            "ellipse": np.pi * 800,
            "polygon": 10_000 - 60.5,
            "mask": int(BITS.sum()),
        }.get(kind, 0)
        assert square == pytest.approx(pixels, rel=0.01, abs=1e-6)
    first = found["features"][0]["geometry"]["coordinates"][0][0]
    lon, lat = to_lonlat(
        facts["crs"]["wkt"], facts["transform"], np.array([10.5]), np.array([20.0])
    )
    assert first == pytest.approx([lon[0], lat[0]], abs=1e-8)
    ring = shape(found["features"][3]["geometry"]).exterior
    assert ring.is_ccw


def test_what_others_wrote_becomes_pixels_of_the_known_map(facts, tmp_path):
    columns, rows = np.array([50.0, 90, 90, 50]), np.array([60.0, 60, 120, 120])
    corners = np.stack(to_lonlat(facts["crs"]["wkt"], facts["transform"], columns, rows), 1)
    ring = [*corners.tolist(), corners[0].tolist()]
    features = [
        ({"type": "Polygon", "coordinates": [ring]}, {"class": "Alpha", "sure": 1}),
        ({"type": "LineString", "coordinates": ring[:2]}, {"name": "a polyline"}),
        ({"type": "Polygon", "coordinates": [ring]}, {"class": "unheard"}),
        ({"type": "GeometryCollection", "geometries": []}, {}),
    ]
    document = {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "geometry": g, "properties": p} for g, p in features],
    }
    (tmp_path / "a.tif.geojson").write_text(json.dumps(document))
    read = read_paths(
        "geojson",
        tmp_path / "a.tif.geojson",
        ontology=ONTOLOGY,
        known_facts={"a.tif": facts}.get,
    )
    area, line = read.tasks[0].annotations[0].content.regions
    assert np.array(area["geometry"]["rings"][0]) == pytest.approx(
        np.stack([columns, rows], 1), abs=1e-4
    )
    assert (area["label"], area["attributes"]) == ("l_polygon", {"sure": True})
    assert np.array(line["geometry"]["points"]) == pytest.approx(
        np.array([[50, 60], [90, 60]]), abs=1e-4
    )
    assert [problem.pointer for problem in read.problems] == ["/features/2", "/features/3"]
    unknown = read_paths("geojson", tmp_path / "a.tif.geojson", ontology=ONTOLOGY)
    assert "import the map first" in unknown.problems[0].detail


def test_a_picture_without_a_place_is_written_in_pixels(tmp_path):
    found, told = exported(tmp_path, {}, [region("box")])
    assert found["penumbra"]["coordinates"] == "pixels"
    assert found["features"][0]["geometry"]["coordinates"][0][0] == [10.5, 20]
    assert "does not say where it lies" in told[0].detail


def test_a_real_mercator_map_goes_round(tmp_path):
    facts = probe_as("geo", shared("data/geo_tiff/cogeo.tif")).facts
    found, _ = exported(tmp_path, facts, [region("box")])
    lon, lat = found["features"][0]["geometry"]["coordinates"][0][0]
    assert (lon, lat) == pytest.approx((128.66, 37.67), abs=0.05)
