"""A bad file ends its decoder and nothing else."""

import pytest

from labeling.media import MediaError, MediaKind
from labeling.media.decoding import DecoderPool
from labeling.media.parameters import Whole

KIND = MediaKind(
    type="image",
    decoder="tests.labeling.media.decoding.hostile",
    views={"copy": {"times": Whole(1, 1, 9)}},
    memory_mb=1_024,
    seconds=20,
)


@pytest.fixture
def pool():
    made = DecoderPool(1)
    yield made
    made.close()


@pytest.fixture
def file(tmp_path):
    def write(text):
        (tmp_path / text).write_text(text)
        return tmp_path / text

    return write


def test_answers_come_back_whole_even_if_a_library_prints(pool, file):
    probe = pool.probe(KIND, file("print"))
    assert (probe.mime, probe.size, probe.warnings) == ("image/png", 5, ("small",))


@pytest.mark.parametrize(
    ("act", "fault"),
    [("die", "broken"), ("swell", "too_large"), ("raise", "broken"), ("refuse", "unsupported")],
)
def test_a_bad_file_is_told_and_the_next_one_works(pool, file, act, fault):
    with pytest.raises(MediaError) as caught:
        pool.probe(KIND, file(act))
    assert caught.value.fault == fault
    assert str(file(act)) not in caught.value.detail
    assert pool.probe(KIND, file("fine")).size == 4


def test_one_that_hangs_is_stopped(pool, file):
    quick = MediaKind(type="image", decoder=KIND.decoder, seconds=2)
    with pytest.raises(MediaError, match="longer than 2 seconds") as caught:
        pool.probe(quick, file("hang"))
    assert caught.value.fault == "too_slow"
    assert pool.probe(KIND, file("fine")).size == 4


def test_a_view_is_written_where_asked(pool, file, tmp_path):
    out = tmp_path / "out"
    paths = {"source": file("ab"), "out": out, "folder": tmp_path / "shared"}
    assert pool.render(KIND, "copy", **paths, values={"times": 3}) == "text/plain"
    assert out.read_text() == "ababab"
