"""Text in files keeps every character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labeling.media import MediaError
from labeling.media.encoding import decode, read_text

LINES = "one\r\ntwo\n\tthree  Zoe\u0308 北京\r"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_line_ends_and_combining_letters_stay(encoding, tmp_path):
    path = tmp_path / "a.bin"
    path.write_bytes(LINES.encode(encoding))
    text, found = read_text(path)
    assert text == LINES
    assert found == encoding


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_utf8_comes_back_as_it_was(text):
    text = text.removeprefix("\ufeff")
    assert decode(text.encode())[0] == text


def test_older_encodings_are_recognised():
    text = "今天的天气很好，我们一起去公园散步吧。这本书写得非常有意思。" * 4
    assert decode(text.encode("gb18030"))[0] == text


@pytest.mark.parametrize("data", [b"\xff\xfea", b"\xef\xbb\xbf\xff"])
def test_a_text_that_breaks_its_own_encoding_names_the_place(data):
    with pytest.raises(MediaError, match="at byte"):
        decode(data)


def test_a_file_too_large_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(64_000_001)
    with pytest.raises(MediaError, match="64,000,000"):
        read_text(path)
