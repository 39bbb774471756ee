"""O03: the delimiter is found under quotes, line breaks, decimal commas, and with one column."""

import json

import pytest

from labeling.formats.base import ImportOptions
from labeling.formats.catalog import IMPORTERS
from labeling.formats.source import Upload, open_source
from tests.factories.formats import read_paths
from tests.shared_data import shared


def test_semicolons_outside_quotes_separate() -> None:
    read = read_paths("csv", shared("cases/files/O03/semicolon.csv"))
    assert [task.data for task in read.tasks] == [
        {"text": "alpha; beta", "score": "0,5", "note": "x,y"},
        {"text": "multi\nline", "score": "1,25", "note": "z"},
        {"text": 'quote "q" end', "score": "-3", "note": ""},
    ]


def test_semicolons_inside_quotes_do_not() -> None:
    read = read_paths("csv", shared("cases/files/O03/comma_with_semicolons_inside.csv"))
    assert [list(task.data) for task in read.tasks] == [["text", "label"]] * 2
    assert read.tasks[0].data["text"] == "a;b;c;d;e;f"


def test_one_column_is_a_table_too() -> None:
    read = read_paths("csv", shared("cases/files/O03/onecolumn.csv"))
    assert [task.data for task in read.tasks] == [{"text": "alpha"}, {"text": "beta"}]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_any_usual_delimiter_is_found_beside_texts_full_of_the_others(tmp_path, delimiter) -> None:
    others = "".join(mark for mark in ",;\t|" if mark != delimiter) * 5
    path = tmp_path / "table.csv"
    rows = [delimiter.join(["text", "n"])]
    rows += [
        delimiter.join([json.dumps(others, ensure_ascii=False).replace("\\t", "\t"), str(i)])
        for i in range(5)
    ]
    path.write_text("\n".join(rows))
    with open_source([Upload("table.csv", path)]) as source:
        layout = IMPORTERS.get("csv").layout(source, ImportOptions())
    assert (layout.delimiter, layout.columns) == (delimiter, ("text", "n"))


def test_an_excel_sep_line_is_obeyed_and_is_no_header(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('sep=;\r\ntext;n\r\n"a,b,c";1\r\n')
    read = read_paths("csv", path)
    assert [task.data for task in read.tasks] == [{"text": "a,b,c", "n": "1"}]
    assert read.tasks[0].line == 3
