"""The pre-labeling call: inputs in, answers of the model in use out; nothing is stored."""

import base64
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.embeddings.series import TimedValues
from active_learning.embeddings.sounds import Sound
from active_learning.models import ModelVersion
from active_learning.selectors.media import asset_bytes
from active_learning.selectors.plugged import answering_plugged
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.values import value_of
from active_learning.selectors.versions import served_version
from active_learning.services.answers import answers_of, probabilities_of, regions_of
from active_learning.services.predicting import Said, predicted
from active_learning.services.prelabel_inputs import fault_of, listed, read_inputs, served_value
from active_learning.services.prelabel_plugged import PluggedAnswers
from labeling.kernel.errors import Conflict, PenumbraError
from labeling.models import Project, Task
from labeling.selectors.media import MediaShelf, shelf_for
from labeling.selectors.ontologies import ontology_of


def prelabel_inputs(
    *,
    project: Project,
    inputs: Any,
    arrived_at: float | None = None,
    deadline_ms: float | None = None,
) -> dict[str, Any]:
    """Answer each input (see `read_inputs`) with what the model in use says, or its own error.

    That is the brought model which was chosen to answer calls, else the version in use. The
    deadline for the full model counts from `arrived_at` (`time.monotonic`; now, if not given);
    after `deadline_ms` nothing is computed any more. While a version is tried as a canary, it
    answers its share of the calls.
    """
    inputs = listed(inputs)
    if (plugged := answering_plugged(project)) is not None:
        asked = PluggedAnswers(plugged, arrived_at=arrived_at, deadline_ms=deadline_ms)
        return asked.to_inputs(inputs)
    target, version = own_in_use(project)
    types = {field.name: field.type for field in target.fields}
    values = [
        read
        if isinstance(read, PenumbraError)
        else {name: served_value(types[name], value) for name, value in read.items()}
        for read in read_inputs(target.fields, inputs)
    ]
    good = [value for value in values if not isinstance(value, PenumbraError)]
    said = Said(version, [])
    if good:
        said = predicted(project, version, good, arrived_at=arrived_at, deadline_ms=deadline_ms)
    version, answers = said.version, iter(said.answers)
    return {
        "model_version": version.name,
        "results": [
            fault_of(value) if isinstance(value, PenumbraError) else _result(target, next(answers))
            for value in values
        ],
    }


def prelabel_task(
    *, project: Project, task: Task, arrived_at: float | None = None
) -> dict[str, Any]:
    """Answer one stored task; nothing is written."""
    if (plugged := answering_plugged(project)) is not None:
        return PluggedAnswers(plugged, arrived_at=arrived_at).to_task(task)
    target, version = own_in_use(project)
    shelf = shelf_for(project, ontology_of(project), [task])
    values = {field.name: stored_value(field, task, shelf) for field in target.fields}
    said = predicted(project, version, [values], arrived_at=arrived_at)
    results = [_result(target, answer) for answer in said.answers]
    return {"model_version": said.version.name, "results": results}


def stored_value(field: Field, task: Task, shelf: MediaShelf) -> Any:
    """Return a stored value as the serving process takes it; a picture goes as its file."""
    if field.type == "image":
        asset = shelf.asset_in(task, field.name)
        return base64.b64encode(asset_bytes(asset)).decode() if asset else None
    value = value_of(field, task, shelf)
    return value.to_json() if isinstance(value, Sound | TimedValues) else value


def own_in_use(project: Project) -> tuple[Target, ModelVersion]:
    """Return what the project learns, and the version that answers it."""
    target, version = learning_target(project), served_version(project)
    if target is None or version is None:
        raise Conflict(
            "This project has no model yet. Label some tasks (two classes at least), or train "
            "on the learning page.",
            code="no_model",
        )
    if version.label != target.label.id:
        raise Conflict(
            "The model in use was trained for another label. Train again.", code="model_outdated"
        )
    return target, version


def _result(target: Target, answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        return answer
    return {
        "answers": answers_of(target, answer["value"]),
        "regions": regions_of(target, answer["regions"]),
        "score": answer["top"],
        "uncertainty": answer["uncertainty"],
        "ambiguous": answer["is_ambiguous"],
        "probabilities": probabilities_of(target, answer["probabilities"]),
        "encoder": answer["encoder"],
        "latency_ms": answer["latency_ms"],
    }
