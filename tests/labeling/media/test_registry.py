"""Any file is recognised by its content, or refused."""

import pytest

from labeling.media import MEDIA, MediaError, probe
from tests.labeling.media.pictures import halves


def test_each_kind_is_filed_under_its_type():
    assert {name: kind.type for name, kind in MEDIA.items()} == {"text": "text", "image": "image"}


def test_no_media_type_belongs_to_two_kinds():
    mimes = [mime for kind in MEDIA.values() for mime in kind.mimes]
    assert len(mimes) == len(set(mimes))


def test_an_image_is_found_by_content(tmp_path):
    halves().save(tmp_path / "notes.txt", "PNG")
    assert probe(tmp_path / "notes.txt").type == "image"


def test_text_with_tags_inside_is_text(tmp_path):
    (tmp_path / "a.png").write_text("see <b>this</b> <script>", encoding="utf-8")
    assert probe(tmp_path / "a.png").type == "text"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "empty"),
        (b"<html>", "disguised"),
        (b"<svg>", "disguised"),
        (b"<?xml version='1.0'?><a/>", "disguised"),
        (b"%PDF-1.4", "unsupported"),
        (b"\x00\x01\x02", "unsupported"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "unsupported"),
    ],
)
def test_refuses_other_files_and_says_why(data, fault, tmp_path):
    (tmp_path / "file.txt").write_bytes(data)
    with pytest.raises(MediaError) as caught:
        probe(tmp_path / "file.txt")
    assert caught.value.fault == fault
