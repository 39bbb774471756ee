"""Answers Label Studio's server as one of its ML back ends, with the model in use."""

import base64
import io
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from active_learning.embeddings.pictures import upright_size
from active_learning.selectors.plugged import answering_plugged
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.versions import served_version
from active_learning.services.label_studio_config import TheirConfig
from active_learning.services.prelabel import prelabel_inputs
from active_learning.services.prelabel_inputs import MAX_IMAGE_BYTES
from active_learning.services.prelabel_plugged import PluggedAnswers
from labeling.formats.base import Content, ExportMedia, ExportTask
from labeling.formats.label_studio.results_out import results_of
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.net import fetch
from labeling.models import Project
from labeling.selectors.ontologies import ontology_of

__all__ = ["inline_image", "model_version_for", "predictions_for"]


def model_version_for(project: Project) -> str:
    """Return the name of the model in use; a project without one is still a healthy back end."""
    if (plugged := answering_plugged(project)) is not None:
        return plugged.card_id
    version = served_version(project)
    return version.name if version else "no model yet"


def predictions_for(
    *,
    project: Project,
    tasks: Sequence[Mapping[str, Any]],
    label_config: str,
    arrived_at: float | None = None,
) -> list[dict[str, Any]]:
    """Return a prediction for each task of theirs.

    Their fields, controls and classes are found by their configuration: the control of the same
    kind that shares most class names with our label. A task that cannot be answered gets an empty
    result with the reason.
    """
    target = _target(project)
    theirs = TheirConfig(label_config, [target.label])
    if theirs.is_told and not theirs.controls:
        known = ", ".join(item.id for item in target.label.classes)[:300]
        raise BadInput(
            f"No control of the configuration is a {target.kind} with a class of "
            f"{target.label.id!r} ({known})."
        )
    values = [_values_of(theirs, target, task) for task in tasks]
    answered = prelabel_inputs(
        project=project, inputs=[{"data": value} for value in values], arrived_at=arrived_at
    )
    version = answered["model_version"]
    return [
        _prediction(_Told(project, target, theirs, value), result, version)
        for value, result in zip(values, answered["results"], strict=True)
    ]


def _target(project: Project) -> Target:
    """Return what the model in use answers."""
    if (plugged := answering_plugged(project)) is not None:
        return PluggedAnswers(plugged).target
    target = learning_target(project)
    if target is None:
        raise Conflict("This project has no label that can be learned.", code="no_model")
    return target


def _values_of(theirs: TheirConfig, target: Target, task: Mapping[str, Any]) -> dict[str, Any]:
    types = {field.name: field.type for field in target.fields}
    return {
        name: inline_image(value) if types[name] == "image" else value
        for name, value in theirs.values_of(task, target.fields).items()
    }


def _prediction(told: "_Told", result: Mapping[str, Any], version: str) -> dict[str, Any]:
    if "error" in result:
        return {"result": [], "model_version": version, "error": result["error"]}
    content = Content(regions=result["regions"], answers=result["answers"])
    return {
        "result": told.results(content),
        "score": result["score"],
        "model_version": version,
    }


class _Told:
    """One of their tasks, and how an answer to it is written in their words."""

    def __init__(
        self, project: Project, target: Target, theirs: TheirConfig, values: Mapping[str, Any]
    ) -> None:
        self._ontology = ontology_of(project)
        self._target = target
        self._theirs = theirs
        self._values = values

    def results(self, content: Content) -> list[dict[str, Any]]:
        """Return our content as their results."""
        data = dict(self._values)
        about = self._target.fields[0]
        if about.type == "image":
            width, height = _size(data.get(about.name))
            data[about.name] = ExportMedia("image", "", "", "", width, height)
        found = results_of(content, ExportTask(id="", data=data), self._ontology)
        return self._theirs.as_theirs(list(found))


def inline_image(value: Any) -> Any:
    """Return a picture's address as its content, which alone tells its size; others as they are.

    Raises
    ------
    RefusedUrl, TooLarge, Unavailable
        As `labeling.kernel.net.fetch`.
    """
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        return value
    content = io.BytesIO()
    fetch(value, content, max_bytes=MAX_IMAGE_BYTES, timeout_s=10.0)
    return base64.b64encode(content.getvalue()).decode()


def _size(value: Any) -> tuple[int | None, int | None]:
    """Return a picture's upright size, if it has one; the serving process says what is wrong."""
    encoded = str(value).partition(",")[2] if str(value).startswith("data:") else str(value)
    try:
        with Image.open(io.BytesIO(base64.b64decode(encoded))) as picture:
            return upright_size(picture)
    except (OSError, ValueError, SyntaxError):
        return None, None
