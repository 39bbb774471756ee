"""Results of Label Studio as regions, relations and answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from labeling.formats.base import Content, Size
from labeling.formats.classes import ClassFinder, known_classes
from labeling.formats.label_studio.shapes import from_value, kinds_of_type
from labeling.ontology.answers import ANSWER_KINDS
from labeling.ontology.parts import Label, LabelClass, Ontology
from labeling.regions import span

__all__ = ["BadResult", "ResultReader"]

Json = dict[str, Any]


class BadResult(Exception):
    """A result that cannot be kept; the text says why."""


class ResultReader:
    """Reads the results of one task."""

    def __init__(
        self, ontology: Ontology, data: Mapping[str, Any], size_of: Callable[[str], Size | None]
    ) -> None:
        self._ontology = ontology
        self._data = data
        self._size_of = size_of
        self.warnings: list[str] = []

    def read(self, results: object, origin: str) -> Content:
        """Return the content of one annotation or prediction.

        Raises
        ------
        BadResult
            When a result that should be kept cannot be.
        """
        content = Content()
        if not isinstance(results, list) or not all(isinstance(r, Mapping) for r in results):
            raise BadResult("result must be a list of objects")
        own = {str(r["id"]) for r in results if self._is_region(r) and r.get("id")}
        by_id: dict[str, Json] = {}
        for result in results:
            kind = str(result.get("type", ""))
            if kind == "relation":
                continue
            if self._is_region(result):
                self._add_region(content, result, by_id, origin)
            elif str(result.get("id", "")) in own:
                self._add_attribute(by_id, result)
            else:
                self._add_answer(content, result)
        for result in results:
            if result.get("type") == "relation":
                self._add_relation(content, result, by_id)
        return content

    def _is_region(self, result: Mapping[str, Any]) -> bool:
        value = result.get("value")
        if not isinstance(value, Mapping) or result.get("type") == "relation":
            return False
        label = self._ontology.label(str(result.get("from_name", "")))
        if label is not None and label.kind in ANSWER_KINDS:
            return False
        return bool(kinds_of_type(str(result.get("type", "")), value)) and (
            str(result.get("type", "")).endswith("labels")
            or "x" in value
            or "points" in value
            or "rle" in value
        )

    def _add_region(
        self, content: Content, result: Mapping[str, Any], by_id: dict[str, Json], origin: str
    ) -> None:
        value = result["value"]
        kinds = kinds_of_type(result["type"], value)
        label, item = self._class_of(result, kinds)
        region: Json = {
            "id": str(result.get("id") or f"r{len(content.regions) + 1}"),
            "label": label.id,
            "on": label.on,
            "class": item.id if item else None,
            "geometry": self._geometry(label, result),
            "attributes": {},
            "origin": {"kind": origin},
        }
        score = result.get("score")
        if isinstance(score, int | float) and not isinstance(score, bool):
            region["score"] = score
        by_id.setdefault(region["id"], region)
        content.regions.append(region)

    def _class_of(
        self, result: Mapping[str, Any], kinds: Sequence[str]
    ) -> tuple[Label, LabelClass | None]:
        """Return the control's own label if it fits, else any label that has the class."""
        names = result["value"].get(result["type"], [])
        name = str(names[0]) if isinstance(names, list) and names else ""
        own = self._ontology.label(str(result.get("from_name", "")))
        if own is not None and own.kind in kinds:
            if not name and not own.classes:
                return own, None
            item = next((c for c in own.classes if name in {c.id, c.name}), None)
            if item is not None:
                return own, item
        for field in self._ontology.fields:
            found = ClassFinder(self._ontology, field).find(name, kinds)
            if found is not None:
                return found
        known = {f: known_classes(self._ontology, f, kinds) for f in self._ontology.fields}
        shown = "; ".join(text for text in known.values() if text != "none") or "none"
        raise BadResult(f"no {' or '.join(kinds)} label has a class {name!r} (known: {shown})")

    def _geometry(self, label: Label, result: Mapping[str, Any]) -> Json:
        value = result["value"]
        try:
            if label.kind == "range":
                return {"start": float(value["start"]), "end": float(value["end"])}
            if label.kind == "span":
                return self._span(label.on, value)
            return from_value(label.kind, value, self._size(label.on, result))
        except (KeyError, TypeError, IndexError) as error:
            raise BadResult(f"{result['type']}: {error} is missing or no number") from None
        except ValueError as error:
            raise BadResult(f"{result['type']}: {error}") from None

    def _span(self, field: str, value: Mapping[str, Any]) -> Json:
        """Offsets in code points; the surface tells when they are UTF-16 units."""
        text = self._data.get(field)
        given = value.get("globalOffsets")
        place = given if isinstance(given, Mapping) else value
        start, end = int(place["start"]), int(place["end"])
        surface = value.get("text")
        if not isinstance(text, str) or not isinstance(surface, str):
            return {"start": start, "end": end}
        if text[start:end] == surface:
            return {"start": start, "end": end}
        try:
            other = span.from_utf16(start, end, text)
        except ValueError:
            other = {}
        if other and span.surface(other, text) == surface:
            return dict(other)
        raise ValueError(
            f"at {start}-{end} the text has {text[start:end][:40]!r}, not {surface[:40]!r}"
        )

    def _size(self, field: str, result: Mapping[str, Any]) -> Size:
        width, height = result.get("original_width"), result.get("original_height")
        if isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0:
            return width, height
        size = self._size_of(field)
        if size is None:
            raise ValueError("the size of the image is not known (original_width is missing)")
        return size

    def _add_answer(self, content: Content, result: Mapping[str, Any]) -> None:
        value = result.get("value")
        label = self._ontology.label(str(result.get("from_name", "")))
        kind = str(result.get("type", ""))
        if not isinstance(value, Mapping):
            raise BadResult(f"{kind}: value is missing")
        if label is None:
            label = self._only_answer(kind)
        if label is None or label.kind not in ANSWER_KINDS:
            self.warnings.append(f"left out: results of type {kind!r} have no label here")
            return
        content.answers[label.id] = _answer(label, kind, value)

    def _only_answer(self, kind: str) -> Label | None:
        wanted = {"choices": {"choice", "multichoice"}, "textarea": {"textarea"}}.get(kind, {kind})
        found = [label for label in self._ontology.labels if label.kind in wanted]
        return found[0] if len(found) == 1 else None

    def _add_attribute(self, by_id: Mapping[str, Json], result: Mapping[str, Any]) -> None:
        region = by_id.get(str(result["id"]))
        value = result.get("value")
        if region is None or not isinstance(value, Mapping):
            return
        name = str(result.get("from_name", ""))
        label = self._ontology.label(region["label"])
        declared = {a.id: a for a in label.attributes_of(region["class"])} if label else {}
        given = value.get(str(result.get("type", "")), value.get("text"))
        attribute = declared.get(name)
        if attribute is None:
            region.setdefault("extra", {})[name] = given
            return
        several = attribute.kind == "multichoice"
        first = given[0] if isinstance(given, list) and given and not several else given
        if attribute.kind == "boolean":
            first = str(first).lower() in {"true", "yes", "1"}
        region["attributes"][name] = first

    def _add_relation(
        self, content: Content, result: Mapping[str, Any], by_id: Mapping[str, Json]
    ) -> None:
        ends = [str(result.get(key, "")) for key in ("from_id", "to_id")]
        if not all(end in by_id for end in ends):
            self.warnings.append("left out: a relation to a region that is not kept")
            return
        names = result.get("labels") or []
        relation = self._ontology.relation(str(names[0])) if names else None
        if relation is None and len(self._ontology.relations) == 1:
            relation = self._ontology.relations[0]
        if relation is None:
            self.warnings.append(f"left out: there is no relation {names!r} here")
            return
        if result.get("direction") == "left":
            ends.reverse()
        number = len(content.relations) + 1
        content.relations.append(
            {"id": f"l{number}", "label": relation.id, "from": ends[0], "to": ends[1]}
        )


def _answer(label: Label, kind: str, value: Mapping[str, Any]) -> Any:
    given = value.get(kind, value.get("text", value.get("selected")))
    read = _ANSWERS.get(label.kind)
    return read(label, given) if read else given


def _choice(label: Label, given: Any) -> Any:
    return _class_id(label, given[0] if isinstance(given, list) and given else given)


def _classes(label: Label, given: Any) -> Any:
    return [_class_id(label, name) for name in given] if isinstance(given, list) else given


def _paths(_label: Label, given: Any) -> Any:
    paths = given if isinstance(given, list) else []
    return ["/".join(map(str, path)) if isinstance(path, list) else str(path) for path in paths]


def _side(label: Label, given: Any) -> Any:
    at = {"left": 0, "right": 1}.get(str(given), len(label.classes))
    return label.classes[at].id if at < len(label.classes) else given


def _texts(label: Label, given: Any) -> Any:
    is_joined = isinstance(given, list) and not label.multiple
    return "\n".join(map(str, given)) if is_joined else given


_ANSWERS: Mapping[str, Callable[[Label, Any], Any]] = {
    "choice": _choice,
    "multichoice": _classes,
    "ranking": _classes,
    "taxonomy": _paths,
    "pairwise": _side,
    "textarea": _texts,
}


def _class_id(label: Label, name: Any) -> Any:
    return next((item.id for item in label.classes if name in {item.id, item.name}), name)
