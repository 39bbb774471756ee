"""O15: 16-bit greyscale previews show the range that is there."""

import numpy as np
import pytest
from PIL import Image

from tests.labeling.media.decoders import render
from tests.shared_data import shared


@pytest.mark.parametrize(
    ("name", "least"), [("gray16_full.png", 60), ("gray16.tif", 60), ("gray12_in_16.png", 32)]
)
def test_the_preview_rises_through_many_levels(name, least, tmp_path):
    path = shared(f"cases/files/O15/{name}")
    before = path.read_bytes()
    for view in ("display", "thumb"):
        render("image", view, path, tmp_path / "out")
        with Image.open(tmp_path / "out") as shown:
            row = np.asarray(shown.convert("L"))[8].astype(int)
        assert (row[0] <= 3, row[-1] >= 252) == (True, True)
        assert len(np.unique(row)) >= least
        assert (np.diff(row) >= 0).all()
    assert path.read_bytes() == before
