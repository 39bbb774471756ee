"""O01: a byte-order mark is no part of the first column's name."""

import pytest

from tests.factories.formats import TEXT, read_paths
from tests.shared_data import shared


@pytest.mark.parametrize(
    ("format_id", "name", "count", "keys"),
    [
        ("csv", "bom_utf8.csv", 3, ["text", "label"]),
        ("tsv", "bom_utf16le.csv", 3, ["text", "label"]),
        ("jsonl", "bom.jsonl", 2, ["text"]),
    ],
)
def test_marks_of_any_encoding_leave_clean_keys(format_id, name, count, keys) -> None:
    read = read_paths(format_id, shared(f"cases/files/O01/{name}"), ontology=TEXT)
    assert read.problems == []
    assert len(read.tasks) == count
    assert all(list(task.data) == keys for task in read.tasks)
    if count == 3:
        assert read.tasks[2].data["text"] == "a, b"
