"""Which format a file is taken for, where names and contents point to different ones."""

import json
import zipfile
from pathlib import Path

import pytest

from labeling.formats.detect import rank_formats
from labeling.formats.source import Upload, open_source
from labeling.ontology.schema import parse_ontology


def _best(path: Path) -> str:
    with open_source([Upload(path.name, path)]) as source:
        return rank_formats(source)[0].id


@pytest.mark.parametrize(
    "broken", ["[" * 5000, '[{"text": [[[[' + "x", '[{"text": "a", "n": NaN}]', '[{"text": "a"', ""]
)
def test_a_broken_json_file_is_not_taken_for_lines_of_text(broken: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.json"
    path.write_text(broken)
    assert _best(path) == "json"


def test_tasks_zipped_with_many_pictures_are_read_as_tasks(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    tasks = [{"data": {"image": {"name": f"{i}.png"}}, "annotations": []} for i in range(40)]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tasks.json", json.dumps(tasks))
        for i in range(40):
            archive.writestr(f"media/{i}.png", b"\x89PNG\r\n\x1a\n" + bytes([i]))
    assert _best(path) == "json"


@pytest.mark.parametrize("shown_as", ["table", "timeseries"])
def test_a_csv_is_a_table_to_show_or_a_list_of_tasks(shown_as: str, tmp_path: Path) -> None:
    ontology = parse_ontology({"fields": {"book": {"type": shown_as}}, "labels": []})
    path = tmp_path / "book.csv"
    for header, meant in (("id,pieces", "files"), ("book,year", "csv"), ("external_id,x", "files")):
        path.write_text(f"{header}\n1,2\n3,4\n")
        with open_source([Upload(path.name, path)]) as source:
            assert rank_formats(source, ontology)[0].id == meant
            assert rank_formats(source)[0].id == "csv"
