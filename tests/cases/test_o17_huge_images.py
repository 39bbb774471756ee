"""O17: a huge image from a tiny file is refused by its header, and the next one works."""

import tracemalloc

import pytest

from labeling.media import MEDIA, MediaError
from tests.shared_data import shared


def test_the_limit_is_named_and_memory_stays_flat(tmp_path):
    path = shared("cases/files/O17/huge_1bit.png")
    tracemalloc.start()
    for step in (
        MEDIA["image"].probe,
        lambda p: MEDIA["image"].render_display(p, tmp_path / "out"),
    ):
        with pytest.raises(MediaError, match=r"400,000,000 pixels.*80,000,000 pixels") as caught:
            step(path)
        assert caught.value.fault == "too_large"
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert MEDIA["image"].probe(shared("cases/files/O26/wide.png")).width == 1000
