"""Reads GeoJSON: our own comes back as it was; others' degrees become pixels of a known map."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from labeling.formats.base import (
    Content,
    ImportedAnnotation,
    ImportedTask,
    ImportOptions,
    Layout,
    MediaRef,
    Problem,
    Source,
)
from labeling.formats.classes import ClassFinder, keep_extra, new_region
from labeling.formats.geojson.shapes import KINDS_OF, Json, Move, moved, to_region
from labeling.formats.geojson.writer import MARK, map_field
from labeling.formats.members import suffix_of
from labeling.ontology.parts import Ontology

__all__ = ["GeoJsonImporter"]

MAX_BYTES = 512 << 20
HEAD = 4_096
NAMES = ("class", "Class", "label", "name", "type", "category")
"""Properties that may name a class."""

_BAD = (KeyError, TypeError, ValueError, IndexError, AttributeError)


class GeoJsonImporter:
    """Makes a task of each collection."""

    id: ClassVar[str] = "geojson"
    name: ClassVar[str] = "GeoJSON"
    extensions: ClassVar[tuple[str, ...]] = ("geojson", "json", "zip")

    def sniff(self, source: Source) -> float:
        """Sure when the files begin like collections."""
        heads = [source.head(member, HEAD) for member in _members(source)[:5]]
        return 0.96 if heads and all(b'"FeatureCollection"' in head for head in heads) else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """GeoJSON has no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a collection."""
        field = map_field(ontology)
        if field is None:
            yield Problem("This project has no map field.")
            return
        finder = ClassFinder(ontology, field.id)
        members = set(source.members())
        for member in _members(source):
            try:
                document = _document(source, member)
                name = str(document.get(MARK, {}).get("map") or member.removesuffix(".geojson"))
                features = list(document["features"])
            except _BAD as error:
                yield Problem(f"No feature collection: {str(error)[:200]}.", file=member)
                continue
            content = Content()
            reader = _Reader(ontology, field.id, finder, name, options)
            for number, feature in enumerate(features):
                told = reader.add(content, feature)
                if told:
                    yield Problem(told, file=member, pointer=f"/features/{number}")
            beside = next((at for at in (name, f"media/{name}") if at in members), "")
            ref = MediaRef(name=name, member=beside)
            annotations = [ImportedAnnotation(content)] if content.regions else []
            yield ImportedTask({field.id: ref}, annotations=annotations, file=member)


def _members(source: Source) -> list[str]:
    names = source.members()
    found = [name for name in names if suffix_of(name) == "geojson"]
    return found or [name for name in names if suffix_of(name) == "json"]


def _document(source: Source, member: str) -> dict[str, Any]:
    if source.size(member) > MAX_BYTES:
        raise ValueError(f"over {MAX_BYTES >> 20} MB; split it")
    with source.open(member) as stream:
        document = json.loads(stream.read().decode("utf-8-sig"))
    if not isinstance(document, dict) or document.get("type") != "FeatureCollection":
        raise ValueError('the "type" must be "FeatureCollection"')
    return document


class _Reader:
    """Makes regions of the features of one map."""

    def __init__(
        self, ontology: Ontology, field: str, finder: ClassFinder, name: str, options: ImportOptions
    ) -> None:
        self._ontology, self._field, self._finder = ontology, field, finder
        self._name, self._options = name, options
        self._move: Move | None = None

    def add(self, content: Content, feature: Any) -> str:
        """Add a region; return what is wrong, if anything."""
        try:
            properties = dict(feature.get("properties") or {})
            own = properties.pop(MARK, None)
            if isinstance(own, Mapping):
                return self._own(content, feature, own)
            return self._foreign(content, feature["geometry"], properties)
        except _BAD as error:
            return f"The feature cannot be read: {str(error)[:200]}."

    def _own(self, content: Content, feature: Json, own: Mapping[str, Any]) -> str:
        label = self._ontology.label(str(own["label"]))
        if label is None or label.on != self._field:
            return f"The project has no label {str(own['label'])[:60]!r} on maps."
        more = {key: own[key] for key in ("attributes", "text") if key in own}
        if "id" in feature:
            more["id"] = str(feature["id"])
        new_region(content, label, own.get("class"), dict(own["geometry"]), **more)
        return ""

    def _foreign(self, content: Content, geometry: Json, properties: dict[str, Any]) -> str:
        kinds = KINDS_OF.get(str(geometry["type"]))
        if kinds is None:
            return f"A {str(geometry['type'])[:40]} cannot be marked."
        named = [str(properties[key]) for key in NAMES if properties.get(key)]
        found = next((pair for name in named if (pair := self._finder.find(name, kinds))), None)
        if found is None:
            said = named[0] if named else "none"
            return f"No class of the project is named {said[:60]!r} and drawn as {kinds[0]}."
        label, item = found
        if self._move is None:
            self._move = self._to_pixels()
        if self._move is None:
            return (
                f"Where {self._name} lies is not known: import the map first, then this file "
                f"named {self._name}.geojson."
            )
        region = new_region(
            content, label, item.id, to_region(label.kind, moved(geometry, self._move))
        )
        rest = {key: value for key, value in properties.items() if key not in NAMES}
        keep_extra(region, label, rest)
        return ""

    def _to_pixels(self) -> Move | None:
        facts = self._options.known_facts(self._name)
        if not facts or not facts.get("crs") or not facts.get("transform"):
            return None
        wkt, transform = facts["crs"]["wkt"], facts["transform"]
        # Only the worker reads; the web process, which lists formats, is spared PROJ.
        from labeling.media.geo.place import to_pixels  # noqa: PLC0415

        def move(points: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.stack(to_pixels(wkt, transform, points[:, 0], points[:, 1]), axis=1)

        return move
