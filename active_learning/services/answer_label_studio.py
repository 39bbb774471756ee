"""Answers Label Studio's server as one of its ML back ends, with the version in use."""

import base64
import io
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from active_learning.embeddings.pictures import ORIENTATION, TURNED
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.versions import served_version
from active_learning.services.prelabel import MAX_IMAGE_BYTES, prelabel_inputs
from labeling.formats.base import Content, ExportMedia, ExportTask
from labeling.formats.label_studio.results_out import results_of
from labeling.kernel.errors import BadInput, Conflict
from labeling.kernel.net import fetch
from labeling.models import Project
from labeling.ontology.parts import Label, Ontology
from labeling.ontology.problems import OntologyError
from labeling.ontology.readers.label_studio.config import read_label_studio
from labeling.ontology.readers.label_studio.xml import parse_xml
from labeling.ontology.readers.result import Losses
from labeling.ontology.schema import parse_ontology
from labeling.selectors.ontologies import ontology_of

__all__ = ["model_version_for", "predictions_for"]


def model_version_for(project: Project) -> str:
    """Return the name of the version in use; a project without one is still a healthy back end."""
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
    target = learning_target(project)
    if target is None:
        raise Conflict("This project has no label that can be learned.", code="no_model")
    theirs = _Theirs(ontology_of(project), target, label_config)
    values = [theirs.values_of(task) for task in tasks]
    inputs = [{"data": value} for value in values]
    answered = prelabel_inputs(project=project, inputs=inputs, arrived_at=arrived_at)
    version = answered["model_version"]
    return [
        _prediction(theirs, value, result, version)
        for value, result in zip(values, answered["results"], strict=True)
    ]


def _prediction(
    theirs: "_Theirs", values: Mapping[str, Any], result: Mapping[str, Any], version: str
) -> dict[str, Any]:
    if "error" in result:
        return {"result": [], "model_version": version, "error": result["error"]}
    content = Content(regions=result["regions"], answers=result["answers"])
    return {
        "result": theirs.results(content, values),
        "score": result["score"],
        "model_version": version,
    }


class _Theirs:
    """Their configuration beside our ontology."""

    def __init__(self, ontology: Ontology, target: Target, label_config: str) -> None:
        self._ontology = ontology
        self._target = target
        self._label: Label = target.label
        self._control: Label | None = None
        self._object = ""
        if label_config.strip():
            try:
                found = parse_ontology(read_label_studio(label_config, Losses()))
            except OntologyError as error:
                raise BadInput(f"The label_config cannot be read: {error}") from error
            self._control = self._matching(found)
            # A field is called as their variable; results name the object that shows it.
            self._object = next(
                element.get("toName", "").partition(",")[0]
                for element in parse_xml(label_config).iter()
                if element.get("name") == self._control.id
            )

    def values_of(self, task: Mapping[str, Any]) -> dict[str, Any]:
        """Return their data under the names of our fields."""
        data = task.get("data")
        if not isinstance(data, Mapping):
            raise BadInput("Every task has an object `data`.")
        about = self._target.fields[0].name
        named = self._control.on if self._control else about
        values = {f.name: data[f.name] for f in self._target.fields if f.name in data}
        if named in data:
            values[about] = data[named]
        types = {f.name: f.type for f in self._target.fields}
        return {
            name: inline_image(value) if types[name] == "image" else value
            for name, value in values.items()
        }

    def results(self, content: Content, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return our content as their results."""
        found = list(results_of(content, self._as_export(values), self._ontology))
        for result in found:
            if self._control is not None and result.get("from_name") == self._label.id:
                result["from_name"], result["to_name"] = self._control.id, self._object
                self._rename(result)
        return found

    def _matching(self, found: Ontology) -> Label:
        """Return their control for our label."""
        ours = {name for item in self._label.classes for name in (item.id, item.name)}

        def shared(control: Label) -> int:
            return sum(bool({item.id, item.name} & ours) for item in control.classes)

        controls = [one for one in found.labels if one.kind == self._label.kind]
        best = max(controls, key=shared, default=None)
        if best is None or not shared(best):
            known = ", ".join(item.id for item in self._label.classes)[:300]
            raise BadInput(
                f"No control of the configuration is a {self._label.kind} with a class of "
                f"{self._label.id!r} ({known})."
            )
        return best

    def _rename(self, result: dict[str, Any]) -> None:
        """Say our classes by their names."""
        assert self._control is not None
        value, kind = result["value"], result["type"]
        names = value.get(kind)
        if isinstance(names, list):
            value[kind] = [self._their_name(str(name)) for name in names]

    def _their_name(self, class_id: str) -> str:
        assert self._control is not None
        ours = self._label.class_(class_id)
        known = {class_id, ours.name if ours else class_id}
        for item in self._control.classes:
            if {item.id, item.name} & known:
                return item.id
        return class_id

    def _as_export(self, values: Mapping[str, Any]) -> ExportTask:
        data = dict(values)
        about = self._target.fields[0]
        if about.type == "image":
            width, height = _size(data.get(about.name))
            data[about.name] = ExportMedia("image", "", "", "", width, height)
        return ExportTask(id="", data=data)


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
            is_turned = picture.getexif().get(ORIENTATION, 1) in TURNED
            return (picture.height, picture.width) if is_turned else picture.size
    except (OSError, ValueError, SyntaxError):
        return None, None
