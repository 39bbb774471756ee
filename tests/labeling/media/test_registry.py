"""Each field type is filed once, and its decoder has what it declares."""

import importlib

import pytest

from labeling.media import MEDIA, MediaError
from labeling.media.sniffing import read_head, sniff
from tests.labeling.media.decoders import probe_as
from tests.labeling.media.pictures import halves

WITH_FILES = [kind for kind in MEDIA.values() if kind.takes_files]


def test_each_kind_is_filed_under_its_type():
    assert all(name == kind.type for name, kind in MEDIA.items())


@pytest.mark.parametrize("kind", WITH_FILES, ids=lambda kind: kind.type)
def test_a_decoder_makes_every_view_that_is_declared(kind):
    decoder = importlib.import_module(kind.decoder)
    assert set(decoder.VIEWS) == set(kind.views)
    assert set(kind.prepared) <= set(kind.views)
    assert kind.suffixes


@pytest.mark.parametrize("kind", WITH_FILES, ids=lambda kind: kind.type)
@pytest.mark.parametrize("data", [b"", b"<html><script>1</script>", b"\x00\x01\x02", b"PK\x03\x04"])
def test_no_decoder_takes_what_is_empty_or_of_no_kind(kind, data, tmp_path):
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(MediaError):
        probe_as(kind.type, tmp_path / "file")


def test_an_image_is_found_by_content(tmp_path):
    halves().save(tmp_path / "notes.txt", "PNG")
    assert probe_as("image", tmp_path / "notes.txt").mime == "image/png"


def test_text_with_tags_inside_is_text(tmp_path):
    (tmp_path / "a.png").write_text("see <b>this</b> <script>", encoding="utf-8")
    assert sniff(read_head(tmp_path / "a.png")) == "text/plain"
