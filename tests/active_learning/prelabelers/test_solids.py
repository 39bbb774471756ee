"""Clusters of clouds, parts of volumes, things on tiles."""

import json
import zlib

import numpy as np
import pytest

from active_learning.prelabelers.base import Medium, PrelabelerFault, Proposal
from active_learning.prelabelers.cloud_objects import cluster_views
from active_learning.prelabelers.cloud_objects.proposing import ClusterProposer, name_of
from active_learning.prelabelers.geo_objects import TILE, level_of, tile_views
from active_learning.prelabelers.geo_objects.proposing import TileProposer
from active_learning.prelabelers.pictures import DISPLAY
from active_learning.prelabelers.volume_parts import slice_views
from active_learning.prelabelers.volume_parts.proposing import PartsProposer, otsu
from labeling.regions.mask import to_array


@pytest.mark.parametrize(
    ("size", "name"),
    [
        ((4.2, 1.8, 1.5), "car"),
        ((9.0, 2.5, 3.2), "truck"),
        ((0.6, 0.5, 1.75), "pedestrian"),
        ((1.8, 0.6, 1.6), "cyclist"),
        ((0.3, 0.3, 4.0), "pole"),
        ((8.0, 0.3, 1.0), "object"),
    ],
)
def test_clusters_are_named_by_their_size(size, name):
    assert name_of(size)[0] == name


def test_each_frame_gives_its_cuboids_and_says_its_number(tmp_path):
    cuboid = {"center": [5, 0, 1], "size": [4.2, 1.8, 1.5], "rotation": [1, 0, 0, 0]}
    views = {}
    for frame, view in enumerate(cluster_views({"frames": 2})):
        views[view] = tmp_path / str(frame)
        views[view].write_text(
            json.dumps({"clusters": [{"cuboid": cuboid, "points": 90 - 60 * frame}]})
        )
    found = ClusterProposer().propose(Medium("pointcloud", facts={"frames": 2}, views=views), [])
    assert [p.geometry["frame"] for p in found] == [0, 1]
    assert found[0].score > found[1].score
    alone = Medium("pointcloud", facts={"frames": 1}, views=dict([next(iter(views.items()))]))
    assert "frame" not in ClusterProposer().propose(alone, [])[0].geometry
    with pytest.raises(PrelabelerFault):
        ClusterProposer().propose(Medium("pointcloud", facts={"frames": 1}), [])


def volume(values, folder, **facts):
    """As the view `slice` packs it."""
    depth, height, width = values.shape
    facts = {"depth": depth, "height": height, "width": width, "spacing": [1, 1, 1], **facts}
    views = {}
    for z, view in enumerate(slice_views(facts)):
        words = values[z].astype(np.int16).view(np.uint16)
        words = np.concatenate([words[:, :1], words[:, 1:] - words[:, :-1]], axis=1)
        packed = (words & 255).astype(np.uint8).tobytes() + (words >> 8).astype(np.uint8).tobytes()
        views[view] = folder / str(z)
        views[view].write_bytes(zlib.compress(packed))
    return Medium("volume", facts=facts, views=views)


def phantom():
    """A ball of tissue with a bone in it and a bubble of air, in HU."""
    z, y, x = np.mgrid[:20, :40, :40]
    values = np.full(x.shape, -1000.0)
    body = (x - 20) ** 2 + (y - 20) ** 2 + (2 * (z - 10)) ** 2 < 17**2
    bone = (x - 26) ** 2 + (y - 20) ** 2 + (z - 10) ** 2 < 16
    air = (x - 13) ** 2 + (y - 20) ** 2 + (z - 10) ** 2 < 16
    values[body], values[bone], values[air] = 40, 700, -900
    return values, body, bone, air


def test_parts_of_a_ct_lie_where_they_are(tmp_path):
    values, *parts = phantom()
    medium = volume(values + 1024, tmp_path, modality="CT", intercept=-1024)
    found = {p.name: p for p in PartsProposer(0.05).propose(medium, [])}
    assert set(found) == {"body", "bone", "air"}
    for name, truth in zip(("body", "bone", "air"), parts, strict=True):
        slices = found[name].geometry["slices"]
        assert set(slices) == {str(z) for z in range(20) if truth[z].any()}
        assert all((to_array(mask) == truth[int(z)]).all() for z, mask in slices.items())


def test_pieces_too_small_to_matter_are_left_out(tmp_path):
    values, *_ = phantom()
    medium = volume(values + 1024, tmp_path, modality="CT", intercept=-1024)
    assert {p.name for p in PartsProposer(2.0).propose(medium, [])} == {"body"}


def test_a_volume_of_one_value_has_no_parts_and_a_missing_slice_is_a_fault(tmp_path):
    medium = volume(np.zeros((3, 8, 8)), tmp_path)
    assert PartsProposer(0.0).propose(medium, []) == []
    with pytest.raises(PrelabelerFault):
        PartsProposer(0.0).propose(Medium("volume", facts=medium.facts), [])
    assert slice_views({"depth": 5_000, "width": 512, "height": 512}) == ()


def test_the_threshold_parts_two_heaps():
    values = np.concatenate([np.full(900, 10.0), np.full(100, 90.0)]).astype(np.float32)
    assert 10 < otsu(values + np.linspace(-1, 1, 1_000, dtype=np.float32)) < 90
    assert otsu(np.full(5, np.nan, np.float32)) is None


class Detector:
    """Finds a box in the corner of every picture."""

    def propose(self, medium, wanted):
        assert DISPLAY in medium.views
        return [Proposal("box", "car", 0.9, {"x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0})]


def test_what_is_on_a_tile_lies_where_the_tile_lies(tmp_path):
    facts = {"width": 2 * TILE, "height": TILE}
    medium = Medium("geo", facts=facts, views=dict.fromkeys(tile_views(facts), tmp_path))
    boxes = [p.geometry for p in TileProposer(Detector()).propose(medium, [])]
    assert [(b["x"], b["y"]) for b in boxes] == [(1, 2), (TILE + 1, 2)]


def test_large_maps_are_looked_at_from_further_away(tmp_path):
    facts = {"width": 20_000, "height": 20_000}
    assert level_of(facts) == 3
    views = tile_views(facts)
    assert len(views) == 25
    last = Medium("geo", facts=facts, views={views[-1]: tmp_path})
    (found,) = TileProposer(Detector()).propose(last, [])
    assert found.geometry == {
        "x": (4 * TILE + 1) * 8,
        "y": (4 * TILE + 2) * 8,
        "width": 24,
        "height": 32,
    }
