"""O14: one frame, the upright one, for sizes, renditions and boxes."""

import json

import numpy as np
import pytest
from PIL import Image

from tests.labeling.media.decoders import probe_as, render
from tests.shared_data import shared


def red_block(image):
    """Box of the red block: x, y, width, height."""
    pixels = np.asarray(image.convert("RGB")).astype(int)
    rows, columns = np.nonzero((pixels[..., 0] - pixels[..., 1:].max(axis=2)) > 70)
    left, top = columns.min(), rows.min()
    return [left, top, columns.max() + 1 - left, rows.max() + 1 - top]


def test_flag_six_gives_the_listed_size_and_block(tmp_path):
    folder = shared("cases/files/O14")
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["orient6.jpg"]
    probe = probe_as("image", folder / "orient6.jpg")
    assert [probe.width, probe.height] == expected["shown_size"]
    render("image", "display", folder / "orient6.jpg", tmp_path / "display")
    with Image.open(tmp_path / "display") as shown:
        assert list(shown.size) == expected["shown_size"]
        assert red_block(shown) == pytest.approx(expected["red_block_bbox_in_shown_frame"], abs=1)


@pytest.mark.parametrize("flag", [1, 3, 6, 8])
def test_probe_display_and_thumbnail_agree(flag, tmp_path):
    path = shared(f"cases/files/O14/orient{flag}.jpg")
    probe = probe_as("image", path)
    blocks = []
    for view in ("display", "thumb"):
        render("image", view, path, tmp_path / "out")
        with Image.open(tmp_path / "out") as shown:
            assert shown.size == (probe.width, probe.height)
            blocks.append(red_block(shown))
    assert blocks[0] == pytest.approx(blocks[1], abs=2)
