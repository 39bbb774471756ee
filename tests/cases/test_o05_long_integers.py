"""O05: integers above 2^53 keep every digit, in every export."""

import json

import pytest

from tests.factories.facts import make_project
from tests.factories.moving import export_project, import_files, import_paths
from tests.shared_data import shared

DIGITS = ["18008865235058689", "9007199254740993", "-9223372036854775808"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format_id", ["jsonl", "json", "csv", "tsv", "label_studio"])
def test_the_same_digits_come_out(format_id) -> None:
    project = make_project()
    import_paths(project, shared("cases/files/O05/bigid.json"))
    text = export_project(project, format_id).data.decode()
    for digits in DIGITS:
        assert digits in text
    assert "18008865235058688" not in text
    assert "e16" not in text


def test_integers_beyond_64_bits_and_floats_keep_their_digits_too() -> None:
    project = make_project()
    line = (
        '{"data": {"text": "a", "n": 123456789012345678901234567890, "f": 0.1000000000000000055}}'
    )
    import_files(project, ("a.jsonl", line))
    [exported] = export_project(project, "jsonl").data.splitlines()
    assert json.loads(exported)["data"]["n"] == 123456789012345678901234567890
    assert json.loads(exported)["data"]["f"] == 0.1
    assert project.tasks.get().data["n"] == 123456789012345678901234567890
