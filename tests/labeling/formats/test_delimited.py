"""Tables: formulas made harmless and undone, strict rows, several annotations a task."""

import csv
import io

import pytest

from labeling.formats.base import Content, ExportAnnotation
from labeling.formats.delimited.cells import harmless, original
from tests.factories.formats import read_paths, read_text, text_task, write_tasks

FORMULAS = ["=1+1", "+cmd", "-x", "@SUM(A1)", "\tx", "\rx", "'=1", "''-2x", "=-1"]


@pytest.mark.parametrize("text", [*FORMULAS, "'quoted'", "a=b", "-3", "+4.5", "'-3", "", "'"])
def test_neutralising_is_undone_exactly(text) -> None:
    assert original(harmless(text)) == text


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_of_an_export_begins_a_formula(text, tmp_path) -> None:
    task = text_task(
        text, answers={"note": text}, meta={"m": text}, external_id=text.strip() or "x"
    )
    write_tasks("csv", [task], tmp_path / "a.csv")
    for row in csv.reader(io.StringIO((tmp_path / "a.csv").read_text("utf-8-sig"), newline="")):
        for cell in row:
            assert not cell or cell[0] not in "=+-@\t\r"
    [back] = read_paths("csv", tmp_path / "a.csv").tasks
    assert back.data["text"] == text
    assert back.meta == {"m": text}
    assert back.annotations[0].content.answers == {"note": text}


def test_tables_of_others_are_read_as_they_are(tmp_path) -> None:
    assert read_text("csv", "text\n'=1\n", tmp_path).tasks[0].data["text"] == "'=1"


def test_two_annotations_are_two_rows_and_one_task_again(tmp_path) -> None:
    task = text_task("a")
    task.annotations = [
        ExportAnnotation("1", Content(answers={"mood": "pos", "topics": ["sport", "art"]}), "ann"),
        ExportAnnotation("2", Content(answers={"mood": "neg"}), "bob"),
    ]
    other = text_task("b")
    other.id = "2"
    write_tasks("csv", [task, other], tmp_path / "a.csv")
    first, second = read_paths("csv", tmp_path / "a.csv").tasks
    assert [(a.annotator, a.content.answers) for a in first.annotations] == [
        ("ann", {"mood": "pos", "topics": ["sport", "art"]}),
        ("bob", {"mood": "neg"}),
    ]
    assert second.annotations == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("text,n\na,1\nb,2,3\n", 3, "3 cells, the header 2"),
        ('text\n"a" b\nc\n', 2, "No table row"),
        ('text\na\n"open\n', 3, "No table row"),
        ("text,text\na,b\n", 1, "same name: text"),
        ("", None, "empty"),
    ],
)
def test_bad_rows_are_named(text, line, said, tmp_path) -> None:
    [problem] = read_text("csv", text, tmp_path).problems
    assert problem.line == line
    assert said in problem.detail


def test_a_bad_row_does_not_swallow_the_next(tmp_path) -> None:
    read = read_text("csv", 'text\n"a" b\nc\n', tmp_path)
    assert [task.data["text"] for task in read.tasks] == ["c"]


def test_answers_may_stand_in_columns(tmp_path) -> None:
    read = read_text("csv", "text,answers.mood,answers.topics\na,pos,sport|art\nb,,\n", tmp_path)
    first, second = read.tasks
    assert first.annotations[0].content.answers == {"mood": "pos", "topics": ["sport", "art"]}
    assert second.annotations == []


def test_long_cells_are_read(tmp_path) -> None:
    long = "x" * 300_000
    assert read_text("csv", f"text\n{long}\n", tmp_path).tasks[0].data["text"] == long
