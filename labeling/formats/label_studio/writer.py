"""Writes Label Studio's JSON."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from labeling.formats.base import (
    ExportAnnotation,
    ExportMedia,
    ExportOptions,
    ExportTask,
    Loss,
    Problem,
    Sink,
)
from labeling.formats.exact_json import encode
from labeling.formats.label_studio.results_out import has_type, results_of
from labeling.formats.losses import OUTLINES_ONLY, labels_left_out
from labeling.formats.media_out import add_media
from labeling.ontology.parts import Ontology

__all__ = ["LabelStudioExporter"]


class LabelStudioExporter:
    """Tasks with annotations and predictions; percent coordinates, spans in code points."""

    id: ClassVar[str] = "label_studio"
    name: ClassVar[str] = "Label Studio JSON"
    description: ClassVar[str] = "Tasks, annotations and predictions as Label Studio reads them."
    extension: ClassVar[str] = "json"
    is_archive: ClassVar[bool] = False

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say what has no place there."""
        kinds = {label.kind for label in ontology.labels}
        found = labels_left_out(label for label in ontology.labels if not has_type(label, ontology))
        found += [Loss("reviews", "Review states, priorities and overlap are left out.")]
        if "polygon" in kinds:
            found.append(OUTLINES_ONLY)
        if "keypoints" in kinds:
            found.append(Loss("skeleton", "Of a skeleton only the first placed point is written."))
        return found

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Always available."""
        return None

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write the list, task by task."""
        separator = b"[\n"
        with sink.open("tasks.json") as file:
            for task in tasks:
                if options.include_media:
                    add_media(task, sink)
                file.write(separator + encode(_task(task, ontology)))
                separator = b",\n"
            file.write(b"\n]\n" if separator == b",\n" else b"[]\n")
        yield from ()


def _task(task: ExportTask, ontology: Ontology) -> dict[str, Any]:
    body: dict[str, Any] = {
        "id": int(task.id) if task.id.isdigit() else task.id,
        "data": {
            key: value.name if isinstance(value, ExportMedia) else value
            for key, value in task.data.items()
        },
    }
    if task.external_id:
        body["external_id"] = task.external_id
    if task.meta:
        body["meta"] = task.meta
    body["annotations"] = [_annotation(entry, task, ontology) for entry in task.annotations]
    if task.gold is not None and not any(e.content == task.gold for e in task.annotations):
        results = list(results_of(task.gold, task, ontology))
        body["annotations"].append(
            {"completed_by": None, "result": results, "was_cancelled": False, "ground_truth": True}
        )
    body["predictions"] = [
        {
            "model_version": entry.model_version,
            "score": entry.score,
            "result": list(results_of(entry.content, task, ontology)),
        }
        for entry in task.predictions
    ]
    return body


def _annotation(entry: ExportAnnotation, task: ExportTask, ontology: Ontology) -> dict[str, Any]:
    return {
        "completed_by": {"username": entry.annotator},
        "result": list(results_of(entry.content, task, ontology)),
        "was_cancelled": False,
        "ground_truth": task.gold is not None and entry.content == task.gold,
        "lead_time": entry.lead_time,
        "created_at": entry.created_at,
        "updated_at": entry.updated_at,
    }
