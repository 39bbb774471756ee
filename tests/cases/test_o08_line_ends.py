"""O08: line ends, tabs and trailing blanks of a text stay, so that spans stay."""

import json

import pytest

from tests.factories.formats import read_paths, read_text, text_task, write_tasks
from tests.shared_data import shared


@pytest.mark.parametrize(
    ("format_id", "name"), [("jsonl", "crlf.jsonl"), ("txt_files", "crlf.txt")]
)
def test_the_text_is_kept_to_the_last_blank(format_id, name) -> None:
    expected = json.loads(shared("cases/files/O08/expected.json").read_text())
    [task] = read_paths(format_id, shared(f"cases/files/O08/{name}")).tasks
    text = task.data["text"]
    assert len(text) == expected["text_len"]
    for span in expected["spans"]:
        assert text[span["start"] : span["end"]] == span["text"]


def test_a_spreadsheet_cell_keeps_its_line_ends(tmp_path) -> None:
    [task] = read_text("csv", 'text\r\n"a\r\nb\nc "\r\n', tmp_path).tasks
    assert task.data["text"] == "a\r\nb\nc "


def test_a_task_a_line_keeps_tabs_and_blanks_inside_the_line(tmp_path) -> None:
    read = read_text("txt", "a\tb \r\n c\n", tmp_path)
    assert [task.data["text"] for task in read.tasks] == ["a\tb ", " c"]


def test_csv_export_gives_the_text_back(tmp_path) -> None:
    text = "Guest: Ann\r\nHotel\r\n\nStay:\t3 nights\n\r\nEnd "
    write_tasks("csv", [text_task(text)], tmp_path / "a.csv")
    assert read_paths("csv", tmp_path / "a.csv").tasks[0].data["text"] == text
