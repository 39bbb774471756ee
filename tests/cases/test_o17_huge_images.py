"""O17: a huge image from a tiny file is refused by its header, and the next one works."""

import tracemalloc

import pytest

from labeling.media import MediaError
from tests.labeling.media.decoders import probe_as, render
from tests.shared_data import shared


def test_the_limit_is_named_and_memory_stays_flat(tmp_path):
    path = shared("cases/files/O17/huge_1bit.png")
    tracemalloc.start()
    for step in (
        lambda p: probe_as("image", p),
        lambda p: render("image", "display", p, tmp_path / "out"),
    ):
        with pytest.raises(MediaError, match=r"400,000,000 pixels.*80,000,000 pixels") as caught:
            step(path)
        assert caught.value.fault == "too_large"
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert probe_as("image", shared("cases/files/O26/wide.png")).width == 1000
