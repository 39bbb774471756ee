"""What an import would make of an upload, without making it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from labeling.formats.base import (
    Content,
    ImportedTask,
    Importer,
    ImportOptions,
    Layout,
    MediaRef,
    Problem,
)
from labeling.formats.catalog import IMPORTERS
from labeling.formats.detect import Guess, rank_formats
from labeling.formats.fields import suggest_mapping
from labeling.formats.source import UploadSource
from labeling.models import Project, Upload
from labeling.ontology.annotation import validate_annotation
from labeling.ontology.schema import Ontology
from labeling.selectors.media import inline_bounds
from labeling.selectors.ontologies import ontology_of
from labeling.services.import_media import Media
from labeling.services.import_mending import mend_content
from labeling.services.uploads import open_upload

SAMPLE = 20
LOOKED_AT = 1000
MAX_PROBLEMS = 100


@dataclass(slots=True)
class Preview:
    """An upload as it would be read."""

    upload: Upload
    format: str
    formats: list[Guess]
    layout: Layout
    mapping: Mapping[str, str | None]
    count: int | None = None
    """How many tasks; None when only the beginning was looked at."""
    sample: list[dict[str, Any]] = field(default_factory=list)
    problems: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return {
            "upload": str(self.upload.pk),
            "name": self.upload.name,
            "size": self.upload.size,
            "format": self.format,
            "formats": [
                {"id": guess.id, "name": guess.name, "confidence": round(guess.confidence, 2)}
                for guess in self.formats
            ],
            "encoding": self.layout.encoding or None,
            "delimiter": self.layout.delimiter or None,
            "columns": list(self.layout.columns),
            "mapping": dict(self.mapping),
            "count": self.count,
            "sample": self.sample,
            "problems": self.problems,
            "warnings": self.warnings,
        }


def preview_upload(
    *, project: Project, upload: Upload, format: str = "auto", options: ImportOptions | None = None
) -> Preview:
    """Read the beginning of an upload: what it is, and what would become of it."""
    ontology = ontology_of(project)
    chosen = options or ImportOptions()
    media = Media(project)
    with open_upload(upload) as source:
        guesses = rank_formats(source, ontology)
        importer = _importer(format, guesses)
        if importer is None:
            preview = Preview(upload, "", guesses, Layout(), {}, 0)
            _add_notes(preview, source)
            if not preview.problems:
                known = ", ".join(item.name for _, item in IMPORTERS.items())
                detail = f"The format is not recognised. Known: {known}."
                preview.problems.append(Problem(detail, file=upload.name).as_dict())
            return preview
        options = ImportOptions(
            chosen.encoding, chosen.delimiter, chosen.mapping, media.size, media.facts
        )
        layout = importer.layout(source, options)
        mapping = {**suggest_mapping(layout.columns, ontology), **chosen.mapping}
        preview = Preview(upload, importer.id, guesses, layout, mapping)
        _add_notes(preview, source)
        _read(preview, importer, source, ontology, options)
    return preview


def _importer(format: str, guesses: list[Guess]) -> Importer | None:
    if format and format != "auto":
        return IMPORTERS.get(format)
    return IMPORTERS.get(guesses[0].id) if guesses else None


def _add_notes(preview: Preview, source: UploadSource) -> None:
    for note in source.notes[:MAX_PROBLEMS]:
        _add(preview, note)


def _read(
    preview: Preview,
    importer: Importer,
    source: UploadSource,
    ontology: Ontology,
    options: ImportOptions,
) -> None:
    tasks = looked_at = 0
    items = importer.read(source, ontology, options)
    for item in islice(items, LOOKED_AT):
        looked_at += 1
        if isinstance(item, Problem):
            _add(preview, item)
            continue
        tasks += 1
        if len(preview.sample) < SAMPLE:
            preview.sample.append(_shown(item))
        for problem in _faults(item, ontology):
            _add(preview, problem)
    if looked_at < LOOKED_AT:
        preview.count = tasks
    if not tasks and not preview.problems:
        preview.problems.append({"detail": "There are no tasks in it."})


def _add(preview: Preview, problem: Problem) -> None:
    if problem.is_warning:
        place = f"{problem.file}: " if problem.file else ""
        place += f"line {problem.line}: " if problem.line else ""
        if len(preview.warnings) < MAX_PROBLEMS:
            preview.warnings.append(f"{place}{problem.detail}")
    elif len(preview.problems) < MAX_PROBLEMS:
        preview.problems.append(problem.as_dict())


def _shown(task: ImportedTask) -> dict[str, Any]:
    data = {
        key: {"name": value.name} if isinstance(value, MediaRef) else value
        for key, value in task.data.items()
    }
    counts = {"annotations": len(task.annotations), "predictions": len(task.predictions)}
    return {"data": data, **counts}


def _faults(task: ImportedTask, ontology: Ontology) -> list[Problem]:
    """Return what would be mended, and what refused, as far as is known without the media."""
    if not task.annotations and not task.predictions:
        return []
    data = {key: value for key, value in task.data.items() if not isinstance(value, MediaRef)}
    bounds = inline_bounds(ontology, data)
    named: list[tuple[str, Content]] = [
        *((f"/annotations/{i}", entry.content) for i, entry in enumerate(task.annotations)),
        *((f"/predictions/{i}", entry.content) for i, entry in enumerate(task.predictions)),
    ]
    found: list[Problem] = []
    for where, content in named:
        raw, mended = mend_content(ontology, content, bounds)
        found.extend(
            Problem(said, task.file, task.line, f"{where}{pointer}", is_warning=True)
            for pointer, said in mended
        )
        found.extend(
            Problem(problem.detail, task.file, task.line, f"{where}{problem.pointer}")
            for problem in validate_annotation(ontology, raw, bounds, complete=False)[:3]
        )
    return found
