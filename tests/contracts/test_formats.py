"""What every format must do: know its sample, go round unchanged, stay small, never raise."""

import gc
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from labeling.config.environment import BASE_DIR
from labeling.formats.base import ExportMedia, ExportTask, ImportedTask, ImportOptions, Problem
from labeling.formats.catalog import EXPORTERS, IMPORTERS
from labeling.formats.detect import rank_formats
from labeling.formats.source import Upload, open_source
from tests.factories.formats import (
    CHAT_FORMATS,
    IMAGE_FORMATS,
    MAP_FORMATS,
    SAMPLE_OF,
    SAMPLES,
    SOUND_FORMATS,
    VIDEO_FORMATS,
    VOLUME_FORMATS,
    again,
    members_of,
    ontology_for,
    read_paths,
    span,
    text_task,
    write_tasks,
)

IMPORT = list(IMPORTERS)
EXPORT = list(EXPORTERS)
BOTH = [key for key in IMPORT if key in EXPORT]
OTHERS = IMAGE_FORMATS | SOUND_FORMATS | VIDEO_FORMATS | MAP_FORMATS | VOLUME_FORMATS | CHAT_FORMATS
TEXT_BOTH = [key for key in BOTH if key not in OTHERS]
SIZES = {"street/001.png": (64, 48), "street/002.png": (48, 64), "empty.png": (40, 40)}
MANY = 4_000
FEW = 1_000
GROWTH = 500_000
"""Bytes allowed for 3,000 tasks more: less than any of them takes."""


def sample(format_id: str) -> Path:
    return SAMPLES / SAMPLE_OF[format_id]


def sample_media() -> dict[str, bytes]:
    found = {}
    for name in ("coco.zip", "yolo.zip", "voc.zip"):
        for member, data in members_of(SAMPLES / name).items():
            if member.endswith(".png"):
                found[member.split("/", 1)[1]] = data
    return found


@pytest.mark.parametrize("format_id", IMPORT)
def test_every_import_format_has_a_sample_and_recognises_it_best(format_id: str) -> None:
    path = sample(format_id)
    with open_source([Upload(path.name, path)]) as source:
        ranked = rank_formats(source)
    assert ranked[0].id == format_id
    assert len(ranked) == 1 or ranked[0].confidence > ranked[1].confidence


@pytest.mark.parametrize("format_id", IMPORT)
def test_the_sample_reads_without_a_problem(format_id: str) -> None:
    read = read_paths(format_id, sample(format_id))
    assert read.problems == []
    assert len(read.tasks) >= 2 or format_id == "label_studio"


@pytest.mark.parametrize("format_id", BOTH)
def test_export_import_export_gives_the_same_bytes(format_id: str, tmp_path: Path) -> None:
    media = sample_media() if format_id in IMAGE_FORMATS else None
    first, second = tmp_path / "first", tmp_path / "second"
    tasks = again(read_paths(format_id, sample(format_id)).tasks, SIZES)
    write_tasks(format_id, tasks, first, media=media)
    name = "first.zip" if media else f"first.{EXPORTERS.get(format_id).extension}"
    first = first.rename(tmp_path / name)
    back = read_paths(format_id, first)
    assert back.problems == []
    write_tasks(format_id, again(back.tasks, SIZES), second, media=media)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("format_id", BOTH)
def test_its_own_export_is_recognised(format_id: str, tmp_path: Path) -> None:
    media = sample_media() if format_id in IMAGE_FORMATS else None
    path = tmp_path / f"export.{'zip' if media else EXPORTERS.get(format_id).extension}"
    write_tasks(
        format_id, again(read_paths(format_id, sample(format_id)).tasks, SIZES), path, media=media
    )
    with open_source([Upload(path.name, path)]) as source:
        assert rank_formats(source)[0].id == format_id


@pytest.mark.parametrize("format_id", EXPORT)
def test_a_project_without_tasks_exports_and_says_nothing(format_id: str, tmp_path: Path) -> None:
    path = tmp_path / "empty"
    assert write_tasks(format_id, [], path) == []
    assert path.exists()


@pytest.mark.parametrize("format_id", BOTH)
def test_an_empty_export_imports_as_no_tasks(format_id: str, tmp_path: Path) -> None:
    path = tmp_path / f"empty.{EXPORTERS.get(format_id).extension}"
    write_tasks(format_id, [], path)
    assert read_paths(format_id, path).tasks == []


@pytest.mark.parametrize("format_id", EXPORT)
def test_what_is_said_of_a_format_has_words_on_the_screen(format_id: str) -> None:
    words = json.loads((BASE_DIR / "static/src/text/en/export.json").read_text())
    assert format_id in words["about"]
    for said in EXPORTERS.get(format_id).losses(ontology_for(format_id)):
        assert said.detail.endswith(".")
        assert said.code in words["loss"]


UNICODE = [
    "💩 Zoe\u0308 👩\u200d🚀 北京",
    "مرحبا Oslo 👋 شكرًا",
    "Guest: Ann\r\nHotel\r\n\nStay:\t3 nights\n\r\nEnd ",
    " leading, \"quoted\"; and 'single' | bar",
    "=1+1 and @cmd",
    "a\u2028b\u2029c\x85d\x0be",
]


@pytest.mark.parametrize("text", UNICODE)
@pytest.mark.parametrize("format_id", TEXT_BOTH)
def test_texts_come_back_to_the_last_code_point(format_id: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"unicode.{EXPORTERS.get(format_id).extension}"
    end = len(text.rstrip())
    start = end - 1
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    write_tasks(format_id, [text_task(text, span("person", start, end))], path)
    read = read_paths(format_id, path)
    assert read.problems == []
    assert [task.data["text"] for task in read.tasks] == [text]
    regions = read.tasks[0].annotations[0].content.regions
    assert [region["geometry"] for region in regions] == [{"start": start, "end": end}]


BROKEN = [
    *(b"", b"\x00" * 100, b"\xff\xfe\x00", b"{", b'{"a": [1, 2', b"[[[[", b'"', b"<annotation>"),
    *(b"PK\x03\x04 not really", b"\xc3\x28" * 10, b'a,b\n"', b"{}\n[]\n3\n", b"\xef\xbb\xbf"),
]


@pytest.mark.parametrize("data", BROKEN)
@pytest.mark.parametrize("format_id", IMPORT)
def test_a_broken_file_gives_problems_and_never_an_exception(
    format_id: str, data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / SAMPLE_OF[format_id]
    path.write_bytes(data)
    with open_source([Upload(path.name, path)]) as source:
        importer = IMPORTERS.get(format_id)
        assert 0.0 <= importer.sniff(source) <= 1.0
        importer.layout(source, ImportOptions())
        items = list(importer.read(source, ontology_for(format_id), ImportOptions()))
    for item in items:
        assert isinstance(item, ImportedTask | Problem)


@pytest.mark.parametrize("format_id", IMPORT)
def test_a_sample_cut_in_the_middle_never_raises(format_id: str, tmp_path: Path) -> None:
    data = sample(format_id).read_bytes()
    for share in (0.3, 0.5, 0.9):
        path = tmp_path / SAMPLE_OF[format_id]
        path.write_bytes(data[: int(len(data) * share)])
        with open_source([Upload(path.name, path)]) as source:
            importer = IMPORTERS.get(format_id)
            importer.sniff(source)
            list(importer.read(source, ontology_for(format_id), ImportOptions()))


def many(count: int, format_id: str) -> Iterator[ExportTask]:
    for i in range(count):
        if format_id in IMAGE_FORMATS:
            photo = ExportMedia(f"{i:06}.png", "1", "0" * 64, "image/png", 64, 48)
            yield ExportTask(id=str(i + 1), data={"photo": photo})
        else:
            task = text_task(f"Ann wrote row {i} " + "x" * 40, span("person", 0, 3))
            task.id = str(i + 1)
            yield task


@pytest.mark.slow
@pytest.mark.parametrize("format_id", [key for key in EXPORT if key not in OTHERS])
def test_memory_does_not_grow_with_the_number_of_tasks(format_id: str, tmp_path: Path) -> None:
    path = tmp_path / f"many.{EXPORTERS.get(format_id).extension}"
    few, many_tasks = (_peaks(format_id, path, count) for count in (FEW, MANY))
    for small, large in zip(few, many_tasks, strict=True):
        assert large < small + GROWTH


def _peaks(format_id: str, path: Path, count: int) -> tuple[int, int]:
    written = _peak(lambda: write_tasks(format_id, many(count, format_id), path))
    return written, _peak(lambda: _count(format_id, path, count))


def _count(format_id: str, path: Path, expected: int) -> None:
    with open_source([Upload(path.name, path)]) as source:
        items = IMPORTERS.get(format_id).read(source, ontology_for(format_id), ImportOptions())
        assert sum(isinstance(item, ImportedTask) for item in items) == expected


def _peak(work) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_coco_keeps_annotations_on_disk_while_it_reads(tmp_path: Path) -> None:
    peaks = []
    for count in (FEW, MANY):
        path = tmp_path / "many.json"
        path.write_text(
            json.dumps(
                {
                    "annotations": [
                        {"id": i, "image_id": i, "category_id": 3, "bbox": [1, 1, 5, 5]}
                        for i in range(count)
                    ],
                    "images": [{"id": i, "file_name": f"{i}.png"} for i in range(count)],
                    "categories": [{"id": 3, "name": "car"}],
                }
            )
        )
        peaks.append(_coco_peak(path, count))
    assert peaks[1] < peaks[0] + GROWTH


def _coco_peak(path: Path, count: int) -> int:
    return _peak(lambda: _count("coco", path, count))


def test_a_zip_export_with_media_holds_each_file_once(tmp_path: Path) -> None:
    media = sample_media()
    tasks = again(read_paths("coco", sample("coco")).tasks, SIZES)
    write_tasks("jsonl", [*tasks, *tasks], tmp_path / "a.zip", ontology_for("coco"), media=media)
    names = zipfile.ZipFile(tmp_path / "a.zip").namelist()
    assert sorted(names) == ["media/street/001.png", "media/street/002.png", "tasks.jsonl"]
