"""Exports: what each format would lose, and the job that writes the file."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from django.core.files.storage import default_storage
from django.utils import timezone

from labeling.formats.base import Exporter, ExportMedia, ExportOptions, ExportTask
from labeling.formats.catalog import EXPORTERS
from labeling.formats.sink import FileSink, ZipSink
from labeling.kernel.errors import BadInput
from labeling.kernel.jobs import JobRun, enqueue
from labeling.models import Project
from labeling.policies import Access, Action
from labeling.selectors.ontologies import ontology_of
from labeling.selectors.task_filter.compile import compile_filter
from labeling.services.export_rows import ANSWER_SOURCES, export_tasks
from labeling.services.import_report import MAX_SHOWN

_UNSAFE = re.compile(r"[^\w.-]+")
MAX_SLUG = 60


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is asked for."""

    format: str
    filter: str = ""
    include_media: bool = False
    source: str = "annotations"


def describe_formats(project: Project) -> list[dict[str, Any]]:
    """Return every export format with what it cannot hold of this project's ontology."""
    ontology = ontology_of(project)
    found = []
    for key, exporter in EXPORTERS.items():
        why_not = exporter.unavailable(ontology)
        found.append(
            {
                "id": key,
                "name": exporter.name,
                "description": exporter.description,
                "extension": exporter.extension,
                "available": why_not is None,
                "why_not": why_not.as_json() if why_not else None,
                "losses": [] if why_not else [loss.as_json() for loss in exporter.losses(ontology)],
            }
        )
    return found


def start_export(*, access: Access, request: ExportRequest) -> int:
    """Check the request and enqueue the export; returns the job's id."""
    exporter = EXPORTERS.get(request.format)
    ANSWER_SOURCES.get(request.source)
    why_not = exporter.unavailable(ontology_of(access.project))
    if why_not is not None:
        raise BadInput(
            f"{exporter.name} does not fit: {why_not.detail}",
            code="format_does_not_fit",
            why_not=why_not.as_json(),
        )
    compile_filter(access, request.filter)
    return enqueue(
        "labeling.export_project",
        project_id=access.project.pk,
        created_by_id=access.user.pk,
        kwargs={
            "project_id": access.project.pk,
            "user_id": access.user.pk,
            "format": request.format,
            "filter": request.filter,
            "include_media": request.include_media,
            "source": request.source,
        },
    )


def export_project(run: JobRun, *, access: Access, request: ExportRequest) -> None:
    """Write the tasks chunk by chunk, counting what had to be left out."""
    project = access.project
    exporter = EXPORTERS.get(request.format)
    ontology = ontology_of(project)
    tasks = project.tasks.filter(compile_filter(access, request.filter).meaning)
    zipped = exporter.is_archive or request.include_media
    path = run.result_path(_file_name(project, exporter, zipped=zipped))
    report = _Report()
    options = ExportOptions(request.include_media, request.source)
    with _sink(path, project, zipped=zipped) as sink:
        chunks = export_tasks(project, tasks, request.source, with_gold=access.may(Action.REVIEW))
        stream = _stream(run, report, chunks, tasks.count())
        for problem in exporter.write(stream, ontology, sink, options):
            report.add(problem.as_dict(), is_warning=problem.is_warning)
    run.progress(report.tasks, report.tasks, "Written")
    run.report(report.as_json())


def _stream(
    run: JobRun, report: "_Report", chunks: Iterable[list[ExportTask]], total: int
) -> Iterator[ExportTask]:
    for chunk in chunks:
        yield from chunk
        report.tasks += len(chunk)
        run.progress(report.tasks, total, "Writing")


def _sink(path: Path, project: Project, *, zipped: bool) -> FileSink | ZipSink:
    def open_media(media: ExportMedia) -> IO[bytes]:
        asset = project.assets.get(pk=int(media.asset))
        return cast("IO[bytes]", default_storage.open(asset.path))

    return ZipSink(path, open_media) if zipped else FileSink(path)


def _file_name(project: Project, exporter: Exporter, *, zipped: bool) -> str:
    slug = _UNSAFE.sub("-", project.name).strip("-.")[:MAX_SLUG] or "project"
    extension = "zip" if zipped else exporter.extension
    return f"{slug}-{exporter.id}-{timezone.now():%Y%m%d-%H%M}.{extension}"


class _Report:
    """How many tasks were written, and what was left out."""

    def __init__(self) -> None:
        self.tasks = 0
        self._left_out = 0
        self._problems: list[dict[str, Any]] = []
        self._warnings: list[dict[str, Any]] = []

    def add(self, problem: dict[str, Any], *, is_warning: bool) -> None:
        """Note one problem, the first thousand with their places."""
        self._left_out += not is_warning
        shown = self._warnings if is_warning else self._problems
        if len(shown) < MAX_SHOWN:
            shown.append(problem)

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return {
            "created": 0,
            "skipped": 0,
            "tasks": self.tasks,
            "failed": self._left_out,
            "problems": self._problems,
            "warnings": self._warnings,
        }
