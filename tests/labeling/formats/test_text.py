"""Encodings: found without being told, and strictly read."""

import pytest

from labeling.formats.source import Upload, open_source
from labeling.formats.text import detect_encoding, fault_of_encoding, fault_of_text, lines_of
from labeling.ontology.schema import parse_ontology
from tests.factories.formats import read_text

LATIN = "Le café est fermé, l'été à Besançon. " * 30
CHINESE = "屏幕有划痕，客服态度很好，物流也快。" * 30


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"plain", "utf-8"),
        (CHINESE.encode(), "utf-8"),
        ("\ufeffa".encode(), "utf-8-sig"),
        ("\ufeffabc".encode("utf-16-le"), "utf-16"),
        ("\ufeffabc".encode("utf-16-be"), "utf-16"),
        ("plain words without a mark".encode("utf-16-le"), "utf-16-le"),
        ("plain words without a mark".encode("utf-16-be"), "utf-16-be"),
        (CHINESE.encode("gb18030"), "gb18030"),
        (LATIN.encode("cp1252"), "cp1252"),
        (b"a" * 300_000 + LATIN.encode("latin-1"), "cp1252"),
        (b"", "utf-8"),
    ],
)
def test_the_encoding_is_found(tmp_path, data, encoding) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes(data)
    with open_source([Upload("t.txt", path)]) as source:
        assert detect_encoding(source, "t.txt") == encoding


@pytest.mark.parametrize("encoding", ["gb18030", "cp1252", "utf-16", "utf-8-sig"])
def test_lines_of_any_encoding_are_read(tmp_path, encoding) -> None:
    text = CHINESE if encoding in {"gb18030", "utf-16", "utf-8-sig"} else LATIN
    read = read_text("txt", f"{text}\r\nsecond\n".encode(encoding), tmp_path)
    assert [task.data["text"] for task in read.tasks] == [text, "second"]


def test_a_wrong_choice_names_byte_and_line_and_the_remedy(tmp_path) -> None:
    data = b"one\ntwo\nthree \xe9t\xe9\n"
    read = read_text("txt", data, tmp_path, encoding="utf-8")
    assert read.tasks == []
    [problem] = read.problems
    assert problem.line == 3
    assert "Byte 14 (0xe9)" in problem.detail
    assert "UTF-8" in problem.detail


def test_a_fault_behind_many_chunks_is_placed_rightly(tmp_path) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes(b"line\n" * 200_000 + b"ab\xff\n")
    with open_source([Upload("t.txt", path)]) as source:
        problem = fault_of_encoding(source, "t.txt", "utf-8")
    assert problem is not None
    assert problem.line == 200_001
    assert "Byte 1,000,002" in problem.detail


def test_a_cut_character_at_the_end_is_a_fault(tmp_path) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes("äö".encode()[:-1])
    with open_source([Upload("t.txt", path)]) as source:
        problem = fault_of_encoding(source, "t.txt", "utf-8")
    assert problem is not None
    assert "Byte 2" in problem.detail


def test_an_unknown_encoding_is_a_problem(tmp_path) -> None:
    assert "no encoding" in read_text("txt", "a", tmp_path, encoding="klingon").problems[0].detail


def test_only_line_feeds_end_lines(tmp_path) -> None:
    path = tmp_path / "t.txt"
    path.write_text("a\u2028b\x0cc\x85d\ne", newline="")
    with open_source([Upload("t.txt", path)]) as source:
        assert [line.text for line in lines_of(source, "t.txt", "utf-8")] == [
            "a\u2028b\x0cc\x85d",
            "e",
        ]


@pytest.mark.parametrize(
    ("text", "said"), [("a", ""), ("a\x00", "NUL"), ("\udc00", "half"), ("💩", "")]
)
def test_texts_that_no_database_keeps_are_told(text, said) -> None:
    assert said in fault_of_text(text)
    assert bool(fault_of_text(text)) is bool(said)


def test_pages_of_html_are_kept_as_they_are_a_task_each(tmp_path) -> None:
    page = "<html><body onload='x()'><p>Tom &amp; Ann</p></body></html>"
    ontology = parse_ontology({"fields": {"page": {"type": "html"}}, "labels": []})
    read = read_text("html_files", page.encode(), tmp_path, ontology=ontology, name="a.html")
    assert [task.data for task in read.tasks] == [{"page": page}]
