"""Reads task objects of clients: whole tasks, or just their field values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from labeling.kernel.errors import BadInput, Problem
from labeling.models.policy import MAX_OVERLAP
from labeling.ontology.annotation import validate_annotation
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.media import (
    asset_reference,
    inline_bounds,
    stands_for_itself,
    value_faults,
)
from labeling.selectors.ontologies import media_fields

ENVELOPE = frozenset(
    {"data", "external_id", "meta", "priority", "overlap", "annotations", "predictions"}
)

Fault = Callable[[str, str], None]
"""Notes a place below the task, and what is wrong there."""


@dataclass(slots=True)
class TaskInput:
    """One task as asked for, checked."""

    data: dict[str, Any]
    external_id: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    priority: float = 0.0
    overlap: int | None = None
    answer: dict[str, Any] | None = None
    predictions: list[Any] = field(default_factory=list)


def read_tasks(*, access: Access, ontology: Ontology, items: list[Any]) -> list[TaskInput]:
    """Return the tasks, or every place that is wrong."""
    problems: list[Problem] = []
    inputs = [_read_task(item, ontology, f"/{i}", problems) for i, item in enumerate(items)]
    _check_assets(access, ontology, inputs, problems)
    if problems:
        raise BadInput(f"{problems[0]['pointer']}: {problems[0]['detail']}", errors=problems)
    return inputs


def _read_task(item: Any, ontology: Ontology, where: str, problems: list[Problem]) -> TaskInput:
    def fault(below: str, detail: str) -> None:
        problems.append({"pointer": where + below, "detail": detail})

    if not isinstance(item, Mapping):
        fault("", "A task is an object.")
        return TaskInput({})
    is_whole = isinstance(item.get("data"), Mapping) and set(item) <= ENVELOPE
    task = TaskInput(dict(item["data"] if is_whole else item))
    at = "/data" if is_whole else ""
    if not any(name in task.data for name in ontology.fields):
        fault(at, f"None of the fields {', '.join(ontology.fields)} is there.")
    for name, field_ in ontology.fields.items():
        value = task.data.get(name)
        if value is not None and stands_for_itself(ontology, name, value):
            for below, said in value_faults(field_.type, value):
                fault(f"{at}/{name}{below}", said)
    if is_whole:
        _read_envelope(task, item, ontology, fault)
    return task


def _read_envelope(
    task: TaskInput, item: Mapping[str, Any], ontology: Ontology, fault: Fault
) -> None:
    external_id = item.get("external_id")
    task.external_id = "" if external_id is None else str(external_id)
    if len(task.external_id) > 255:
        fault("/external_id", "At most 255 characters.")
    task.meta = {} if item.get("meta") is None else item["meta"]
    if not isinstance(task.meta, dict):
        fault("/meta", "An object.")
    priority = item.get("priority", 0.0)
    if isinstance(priority, bool) or not isinstance(priority, int | float):
        fault("/priority", "A number.")
    else:
        task.priority = float(priority)
    task.overlap = item.get("overlap")
    is_whole_number = isinstance(task.overlap, int) and not isinstance(task.overlap, bool)
    if task.overlap is not None and not (is_whole_number and 1 <= task.overlap <= MAX_OVERLAP):
        fault("/overlap", f"A whole number from 1 to {MAX_OVERLAP}.")
    _read_answers(task, item, ontology, fault)


def _read_answers(
    task: TaskInput, item: Mapping[str, Any], ontology: Ontology, fault: Fault
) -> None:
    for key in ("annotations", "predictions"):
        if not isinstance(item.get(key), list | None):
            fault(f"/{key}", "A list.")
            return
    task.predictions = item.get("predictions") or []
    annotations = item.get("annotations") or []
    if len(annotations) > 1:
        fault("/annotations", "Over the API one annotation a task (yours); import a file for more.")
    for answer in annotations[:1]:
        bounds = inline_bounds(ontology, task.data)
        for problem in validate_annotation(ontology, answer, bounds):
            fault(f"/annotations/0{problem.pointer}", problem.detail)
        if isinstance(answer, Mapping):
            task.answer = {
                "regions": answer.get("regions") or [],
                "relations": answer.get("relations") or [],
                "answers": answer.get("answers") or {},
            }


def _check_assets(
    access: Access, ontology: Ontology, inputs: list[TaskInput], problems: list[Problem]
) -> None:
    """A media field names an asset of the same project: never a path, never somebody else's."""
    named = {
        (index, name): asset_reference(value)
        for index, item in enumerate(inputs)
        for name in media_fields(ontology)
        if (value := item.data.get(name)) is not None
        and not stands_for_itself(ontology, name, value)
    }
    known = access.project.assets.in_bulk([asset for asset in named.values() if asset is not None])
    for (index, name), asset_id in named.items():
        asset = known.get(asset_id) if asset_id is not None else None
        wanted = ontology.fields[name].type
        if asset is None or asset.kind != wanted:
            detail = 'Import files to make assets, then name one as {"asset": "<id>"}.'
            if asset is not None:
                detail = f"The field takes {wanted}, asset {asset.pk} is {asset.kind}."
            problems.append({"pointer": f"/{index}/data/{name}", "detail": detail})
        else:
            inputs[index].data[name] = {
                "asset": asset.pk,
                "name": str(inputs[index].data[name].get("name") or asset.name),
            }
