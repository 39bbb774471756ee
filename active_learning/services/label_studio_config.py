"""A Label Studio configuration beside our ontology: whose control is whose label."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from active_learning.embeddings.field import Field
from labeling.kernel.errors import BadInput
from labeling.ontology.parts import Label, Ontology
from labeling.ontology.problems import OntologyError
from labeling.ontology.readers.label_studio.config import read_label_studio
from labeling.ontology.readers.label_studio.xml import parse_xml
from labeling.ontology.readers.result import Losses
from labeling.ontology.schema import parse_ontology

__all__ = ["Control", "TheirConfig"]

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Control:
    """Their control for one of our labels; `object` is what it is about on their page."""

    ours: Label
    theirs: Label
    object: str

    def their_class(self, name: str) -> str:
        """Return their word for a class of ours."""
        return _other_name(name, self.ours, self.theirs)

    def our_class(self, name: str) -> str:
        """Return our id for a class of theirs."""
        return _other_name(name, self.theirs, self.ours)


class TheirConfig:
    """Their controls, found for some of our labels: of the same kind, with shared class names.

    Without a configuration their names are taken for ours.
    """

    def __init__(self, label_config: str, labels: Sequence[Label]) -> None:
        self.is_told = bool(label_config.strip())
        self.controls: dict[str, Control] = {}
        if not self.is_told:
            return
        try:
            found = parse_ontology(read_label_studio(label_config, Losses()))
        except OntologyError as error:
            raise BadInput(f"The label_config cannot be read: {error}") from error
        # A field is called as their variable; results name the object that shows it.
        objects = {
            element.get("name", ""): element.get("toName", "").partition(",")[0]
            for element in parse_xml(label_config).iter()
        }
        for label in labels:
            if (theirs := _matching(label, found)) is not None:
                self.controls[label.id] = Control(label, theirs, objects.get(theirs.id, ""))

    def values_of(self, task: Mapping[str, Any], fields: Sequence[Field]) -> Json:
        """Return their data under the names of some of our fields."""
        data = task.get("data")
        if not isinstance(data, Mapping):
            raise BadInput("Every task has an object `data`.")
        values = {field.name: data[field.name] for field in fields if field.name in data}
        named = {control.ours.on: control.theirs.on for control in self.controls.values()}
        for field in fields:
            if (variable := named.get(field.name)) in data:
                values[field.name] = data[variable]
        return values

    def as_theirs(self, results: Sequence[Json]) -> list[Json]:
        """Return results in our names as they would have written them."""
        return [self._as_theirs(result) for result in results]

    def as_ours(self, results: Sequence[Any]) -> tuple[list[Any], list[str]]:
        """Return their results in our names, and the controls that stand for no label of ours."""
        if not self.is_told:
            return list(results), []
        known = {control.theirs.id: control for control in self.controls.values()}
        read, unknown = [], []
        for result in results:
            name = result.get("from_name") if isinstance(result, Mapping) else None
            if name is None or name not in known:
                is_part = isinstance(result, Mapping) and result.get("type") == "relation"
                if is_part or name is None:
                    read.append(result)
                else:
                    unknown.append(str(name))
                continue
            control = known[name]
            read.append(_renamed(result, control.ours.id, control.ours.on, control.our_class))
        return read, list(dict.fromkeys(unknown))

    def _as_theirs(self, result: Json) -> Json:
        control = self.controls.get(str(result.get("from_name")))
        if control is None:
            return result
        return _renamed(result, control.theirs.id, control.object, control.their_class)


def _renamed(result: Mapping[str, Any], control: str, about: str, word: Any) -> Json:
    told = {**result, "from_name": control, "to_name": about}
    value, kind = result.get("value"), result.get("type")
    names = value.get(kind) if isinstance(value, Mapping) else None
    if isinstance(value, Mapping) and isinstance(names, list):
        told["value"] = {**value, kind: [word(str(name)) for name in names]}
    return told


def _matching(label: Label, found: Ontology) -> Label | None:
    """Return the control of the same kind that shares most class names, if any shares one."""
    ours = {name for item in label.classes for name in (item.id, item.name)}

    def shared(control: Label) -> int:
        return sum(bool({item.id, item.name} & ours) for item in control.classes)

    controls = [one for one in found.labels if one.kind == label.kind]
    if not label.classes:
        same = [one for one in controls if one.id in {label.id, label.name}]
        return (same or controls)[0] if same or len(controls) == 1 else None
    best = max(controls, key=shared, default=None)
    return best if best is not None and shared(best) else None


def _other_name(name: str, mine: Label, other: Label) -> str:
    item = mine.class_(name) or next((one for one in mine.classes if one.name == name), None)
    known = {name} | ({item.id, item.name} if item else set())
    return next((one.id for one in other.classes if {one.id, one.name} & known), name)
