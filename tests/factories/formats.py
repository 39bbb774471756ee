"""What format tests share: ontologies for the samples, reading, writing, and tasks to write."""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from labeling.formats.base import (
    Content,
    ExportAnnotation,
    ExportMedia,
    ExportOptions,
    ExportTask,
    ImportedTask,
    ImportOptions,
    MediaRef,
    Problem,
)
from labeling.formats.catalog import EXPORTERS, IMPORTERS
from labeling.formats.sink import FileSink, ZipSink
from labeling.formats.source import Upload, open_source
from labeling.ontology.schema import Ontology, parse_ontology

SAMPLES = Path(__file__).resolve().parents[2] / "labeling" / "formats" / "samples"

SAMPLE_OF = {
    "jsonl": "tasks.jsonl",
    "json": "tasks.json",
    "csv": "tasks.csv",
    "tsv": "tasks.tsv",
    "txt": "lines.txt",
    "txt_files": "texts.zip",
    "html_files": "pages.zip",
    "label_studio": "label_studio.json",
    "files": "images.zip",
    "coco": "coco.zip",
    "yolo": "yolo.zip",
    "voc": "voc.zip",
    "cvat": "cvat.zip",
    "mot": "mot.zip",
    "conll": "sentences.conll",
    "subtitles": "subtitles.zip",
    "textgrid": "textgrid.zip",
    "eaf": "elan.zip",
    "geojson": "maps.zip",
}

TEXT = parse_ontology(
    {
        "fields": {"text": {"type": "text"}},
        "labels": [
            {
                "id": "mood",
                "on": "text",
                "kind": "choice",
                "classes": [{"id": "pos"}, {"id": "neg"}, {"id": "neutral"}],
            },
            {
                "id": "name",
                "on": "text",
                "kind": "span",
                "classes": [{"id": "person"}, {"id": "place"}, {"id": "organisation"}],
            },
            {"id": "note", "on": "text", "kind": "textarea"},
            {
                "id": "topics",
                "on": "text",
                "kind": "multichoice",
                "classes": [{"id": "sport"}, {"id": "art"}],
            },
        ],
    }
)
IMAGE = parse_ontology(
    {
        "fields": {"photo": {"type": "image"}},
        "labels": [
            {
                "id": "object",
                "on": "photo",
                "kind": "box",
                "classes": [{"id": "car", "coco_id": 3}, {"id": "cat", "coco_id": 17}],
            },
            {
                "id": "outline",
                "on": "photo",
                "kind": "polygon",
                "classes": [{"id": "dog", "coco_id": 18}],
            },
        ],
    }
)
SOUND = parse_ontology(
    {
        "fields": {"talk": {"type": "audio"}},
        "labels": [
            {
                "id": "turn",
                "on": "talk",
                "kind": "range",
                "classes": [{"id": "speech"}, {"id": "noise"}],
                "attributes": [
                    {
                        "id": "speaker",
                        "kind": "choice",
                        "options": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Ben"}],
                    }
                ],
            }
        ],
    }
)
SOUND_FORMATS = frozenset({"subtitles", "srt", "vtt", "textgrid", "eaf"})
VIDEO = parse_ontology(
    {
        "fields": {"clip": {"type": "video"}},
        "labels": [
            {
                "id": "thing",
                "on": "clip",
                "kind": "track",
                "classes": [{"id": "car", "name": "Car"}, {"id": "person", "name": "Person"}],
            }
        ],
    }
)
VIDEO_FORMATS = frozenset({"mot"})
MAP = parse_ontology(
    {
        "fields": {"map": {"type": "geo"}},
        "labels": [
            {"id": "area", "on": "map", "kind": "polygon", "classes": [{"id": "field"}]},
            {"id": "way", "on": "map", "kind": "polyline", "classes": [{"id": "road"}]},
        ],
    }
)
MAP_FORMATS = frozenset({"geojson"})
VOLUME = parse_ontology(
    {
        "fields": {"scan": {"type": "volume"}},
        "labels": [
            {"id": "organ", "on": "scan", "kind": "mask", "classes": [{"id": "liver"}]},
            {"id": "length", "on": "scan", "kind": "polyline", "classes": [{"id": "wide"}]},
        ],
    }
)
VOLUME_FORMATS = frozenset({"nifti", "dicom_seg"})
IMAGE_FORMATS = frozenset({"files", "coco", "cvat", "yolo", "yolo_obb", "voc"})


CHAT_FORMATS = {"sft", "dpo"}
CHAT = parse_ontology(
    {
        "fields": {"one": {"type": "dialogue"}, "two": {"type": "dialogue"}},
        "labels": [
            {
                "id": "better",
                "on": "one",
                "kind": "pairwise",
                "fields": ["one", "two"],
                "classes": [{"id": "first"}, {"id": "second"}, {"id": "tie"}],
            },
            {
                "id": "kinder",
                "on": "one",
                "kind": "pairwise",
                "fields": ["one", "two"],
                "classes": [{"id": "first"}, {"id": "second"}, {"id": "tie"}],
            },
            {"id": "rewritten", "on": "one", "kind": "textarea", "rewrite": "one"},
            {
                "id": "act",
                "on": "one",
                "kind": "turn",
                "attributes": [{"id": "rewrite", "kind": "text"}],
            },
        ],
    }
)


def ontology_for(format_id: str) -> Ontology:
    """The ontology that fits a format's sample."""
    if format_id in SOUND_FORMATS:
        return SOUND
    if format_id in VIDEO_FORMATS:
        return VIDEO
    if format_id in MAP_FORMATS:
        return MAP
    if format_id in VOLUME_FORMATS:
        return VOLUME
    if format_id in CHAT_FORMATS:
        return CHAT
    return IMAGE if format_id in IMAGE_FORMATS else TEXT


@dataclass
class Read:
    """What an importer gave."""

    tasks: list[ImportedTask] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


def read_paths(
    format_id: str, *paths: Path, ontology: Ontology | None = None, **options: object
) -> Read:
    """Read files with one importer."""
    read = Read()
    with open_source([Upload(path.name, path) for path in paths]) as source:
        importer = IMPORTERS.get(format_id)
        chosen = ImportOptions(**options)  # type: ignore[arg-type]
        for item in importer.read(source, ontology or ontology_for(format_id), chosen):
            if isinstance(item, ImportedTask):
                read.tasks.append(item)
            else:
                (read.warnings if item.is_warning else read.problems).append(item)
    return read


def read_text(
    format_id: str, text: str | bytes, folder: Path, name: str = "", **more: object
) -> Read:
    """Read a text with one importer."""
    path = folder / (name or f"file.{IMPORTERS.get(format_id).extensions[0]}")
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_paths(format_id, path, **more)


def write_tasks(
    format_id: str,
    tasks: Iterable[ExportTask],
    path: Path,
    ontology: Ontology | None = None,
    *,
    media: dict[str, bytes] | None = None,
) -> list[Problem]:
    """Write tasks with one exporter; with media, as a zip."""
    exporter = EXPORTERS.get(format_id)
    options = ExportOptions(include_media=media is not None)

    def opened(item: ExportMedia) -> IO[bytes]:
        return io.BytesIO((media or {})[item.name])

    zipped = exporter.is_archive or media is not None
    with ZipSink(path, opened) if zipped else FileSink(path) as sink:
        return list(exporter.write(tasks, ontology or ontology_for(format_id), sink, options))


def again(
    tasks: Iterable[ImportedTask], sizes: dict[str, tuple[int, int]] | None = None
) -> list[ExportTask]:
    """Imported tasks as the service would hand them to an exporter."""
    found = []
    for number, task in enumerate(tasks, 1):
        data = {
            key: _media(value, sizes or {}) if isinstance(value, MediaRef) else value
            for key, value in task.data.items()
        }
        annotations = [
            ExportAnnotation(
                id=str(i),
                content=entry.content,
                annotator=entry.annotator,
                lead_time=entry.lead_time,
                state=entry.state,
                created_at=entry.created_at,
                updated_at=entry.updated_at,
            )
            for i, entry in enumerate(task.annotations, 1)
        ]
        found.append(
            ExportTask(
                id=str(number),
                data=data,
                external_id=task.external_id,
                meta=task.meta,
                priority=task.priority or 0.0,
                overlap=task.overlap or 1,
                annotations=annotations,
                predictions=task.predictions,
                gold=task.gold,
            )
        )
    return found


def _media(ref: MediaRef, sizes: dict[str, tuple[int, int]]) -> ExportMedia:
    width, height = sizes.get(ref.name, (64, 48))
    return ExportMedia(ref.name, "1", f"{hash(ref.name) & 0xFFFF:064x}", "image/png", width, height)


def span(class_id: str, start: int, end: int, number: int = 1) -> dict[str, object]:
    """A span region."""
    return {
        "id": f"r{number}",
        "label": "name",
        "on": "text",
        "class": class_id,
        "geometry": {"start": start, "end": end},
        "attributes": {},
    }


def text_task(text: str, *regions: dict[str, object], **more: object) -> ExportTask:
    """A text task with one annotation, when there are regions or answers."""
    answers = more.pop("answers", {})
    annotations = (
        [ExportAnnotation("1", Content(list(regions), [], dict(answers)), annotator="ann")]  # type: ignore[call-overload]
        if regions or answers
        else []
    )
    return ExportTask(id="1", data={"text": text}, annotations=annotations, **more)  # type: ignore[arg-type]


def members_of(path: Path) -> dict[str, bytes]:
    """The members of a zip."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
