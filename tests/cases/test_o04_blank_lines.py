"""O04: blank lines are skipped, and the report counts them."""

import pytest

from tests.factories.formats import read_paths, read_text
from tests.shared_data import shared


@pytest.mark.parametrize(
    ("format_id", "name", "texts", "blank"),
    [
        ("jsonl", "blank.jsonl", ["one", "two", "three"], "3 blank lines"),
        ("txt", "blank.txt", ["one", "two", "three"], "2 blank lines"),
        ("jsonl", "no_final_newline.jsonl", ["one", "two"], ""),
    ],
)
def test_blank_lines_are_no_tasks_and_no_errors(format_id, name, texts, blank) -> None:
    read = read_paths(format_id, shared(f"cases/files/O04/{name}"))
    assert read.problems == []
    assert [task.data["text"] for task in read.tasks] == texts
    assert [w.detail.startswith(blank) for w in read.warnings] == ([True] if blank else [])


def test_line_numbers_count_blank_lines_too(tmp_path) -> None:
    read = read_text("jsonl", '\n\n{"text": 1}\n', tmp_path)
    assert read.problems[0].line == 3


def test_blank_lines_of_a_table_are_skipped_too(tmp_path) -> None:
    read = read_text("csv", "text,n\na,1\n\n\nb,2\n", tmp_path)
    assert [task.data["text"] for task in read.tasks] == ["a", "b"]
    assert "2 blank lines" in read.warnings[0].detail
