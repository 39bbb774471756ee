"""Tables keep every row's number, and say what is wrong with a file."""

import json

import pytest

from labeling.media import MEDIA, MediaError
from labeling.media.table import BLOCK_ROWS
from tests.labeling.media.decoders import probe_as, render

INLINE = MEDIA["table"].inline


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_types_and_rows_are_found(tmp_path):
    text = 'name;born;size;ok\n"Müller; Jan";1990-02-03;1,200.5;yes\nLi;2001-01-01;3;no\n;;;\n'
    facts = probe_as("table", write(tmp_path / "a.csv", text)).facts
    assert facts == {
        "columns": ["name", "born", "size", "ok"],
        "rows": 3,
        "types": ["text", "date", "number", "boolean"],
    }


def test_any_block_of_rows_comes_by_itself(tmp_path):
    path = write(tmp_path / "a.csv", "n,t\n" + "".join(f"{i},row {i}\n" for i in range(4_500)))
    out = tmp_path / "out"
    render("table", "rows", path, out, block=2)
    block = json.loads(out.read_text())
    assert (block["start"], len(block["rows"])) == (2 * BLOCK_ROWS, 500)
    assert block["rows"][-1] == ["4499", "row 4499"]
    with pytest.raises(MediaError, match="no rows from 6,000"):
        render("table", "rows", path, out, block=3)


def test_a_few_rows_and_a_whole_column_come_by_themselves(tmp_path):
    path = write(tmp_path / "a.csv", "n,t\n" + "".join(f"{i},row {i}\n" for i in range(2_050)))
    out = tmp_path / "out"
    render("table", "strip", path, out, strip=51)
    assert json.loads(out.read_text()) == {
        "start": 2_040,
        "rows": [[str(i), f"row {i}"] for i in range(2_040, 2_050)],
    }
    render("table", "column", path, out, column=1)
    assert json.loads(out.read_text())["values"] == [f"row {i}" for i in range(2_050)]
    with pytest.raises(MediaError, match="no column 2: the table has 2"):
        render("table", "column", path, out, column=2)


def test_few_values_of_a_column_are_counted(tmp_path):
    rows = "".join(f"{i},{'ab'[i % 2]}\n" for i in range(100))
    render("table", "columns", write(tmp_path / "a.csv", f"n,c\n{rows}"), tmp_path / "out")
    columns = json.loads((tmp_path / "out").read_text())
    assert [column["values"] for column in columns] == [None, {"a": 50, "b": 50}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2,3\n", "row 1 has 3 cells, not 2"),
        ("a,a\n1,2\n", "two columns are named 'a'"),
        (",,\n1,2,3\n", "names no columns"),
    ],
)
def test_a_faulty_table_names_the_place(tmp_path, text, said):
    with pytest.raises(MediaError, match=said):
        probe_as("table", write(tmp_path / "a.csv", text))


def test_tables_in_the_task_bound_their_cells():
    grid = {"columns": ["a", {"name": "b", "type": "number"}], "rows": [["x", 1], [None, 2.5]]}
    assert INLINE.faults(grid) == []
    assert INLINE.bounds(grid).columns == ("a", "b")
    assert INLINE.bounds([{"a": 1}, {"b": 2}]).columns == ("a", "b")
    assert INLINE.bounds(grid).rows == 2


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (5, ""),
        ([], ""),
        ([1], "/0"),
        ([{"a": []}], "/0"),
        ({"columns": [], "rows": []}, "/columns"),
        ({"columns": ["a", "a"], "rows": []}, "/columns"),
        ({"columns": ["a"], "rows": [[1, 2]]}, "/rows/0"),
        ({"columns": ["a"]}, "/rows"),
    ],
)
def test_a_faulty_value_is_told_by_place(value, where):
    assert INLINE.faults(value)[0][0] == where
