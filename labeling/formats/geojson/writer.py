"""Writes GeoJSON: a collection for each map, in degrees where the map says where it lies."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.exact_json import encode
from labeling.formats.geojson.shapes import Json, Move, moved, to_geojson
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, left_out
from labeling.formats.media_out import add_media, media_of
from labeling.formats.names import FreeNames
from labeling.ontology.parts import Field, Ontology

__all__ = ["MARK", "GeoJsonExporter", "map_field"]

MARK = "penumbra"
"""Of the collection and of each feature: what makes our own files come back unchanged."""

WRITTEN = ("box", "rotated_box", "ellipse", "polygon", "polyline", "keypoints", "mask")
DEGREES = 9
"""Decimals: a tenth of a millimetre."""


def map_field(ontology: Ontology) -> Field | None:
    """Return the first field that shows a map."""
    fields = ontology.fields_of_type("geo")
    return fields[0] if fields else None


class GeoJsonExporter:
    """Features with label, class and attributes."""

    id: ClassVar[str] = "geojson"
    name: ClassVar[str] = "GeoJSON"
    description: ClassVar[str] = "A feature collection for each map, in degrees (WGS 84)."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels are lost."""
        return [*left_out(ontology, WRITTEN), ANNOTATORS_LEFT_OUT]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs a map field."""
        return None if map_field(ontology) else Loss("no_maps", "This project shows no maps.")

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a collection for each map, also for one without regions."""
        field = map_field(ontology)
        assert field is not None
        labels = {label.id: label for label in ontology.labels_on(field.id)}
        names, chooser = FreeNames(), Chooser()
        for task in tasks:
            media = media_of(task, field.id)
            if media is None:
                continue
            if options.include_media:
                add_media(task, sink)
            chosen = chooser.choose(task)
            move, told = _mover(media)
            if told:
                yield Problem(told, file=media.name, is_warning=True)
            features = [
                _feature(region, labels[region["label"]], move)
                for region in (chosen.content.regions if chosen else [])
                if region["label"] in labels and labels[region["label"]].kind in WRITTEN
            ]
            collection = {
                "type": "FeatureCollection",
                MARK: {"map": media.name, "coordinates": "degrees" if move else "pixels"},
                "features": features,
            }
            with sink.open(names.take(f"{media.name}.geojson")) as file:
                file.write(encode(collection) + b"\n")
        yield from chooser.problems()


def _mover(media: ExportMedia) -> tuple[Move | None, str]:
    facts: Mapping[str, Any] = media.facts
    if not facts.get("crs") or not facts.get("transform"):
        return None, "The file does not say where it lies; coordinates are pixels."
    wkt, transform = facts["crs"]["wkt"], facts["transform"]
    # Only the worker writes; the web process, which lists formats, is spared PROJ.
    from labeling.media.geo.place import to_lonlat  # noqa: PLC0415

    def move(points: NDArray[np.float64]) -> NDArray[np.float64]:
        lonlat = np.stack(to_lonlat(wkt, transform, points[:, 0], points[:, 1]), axis=1)
        return np.asarray(np.round(lonlat, DEGREES))

    return move, ""


def _feature(region: dict[str, Any], label: Any, move: Move | None) -> Json:
    geometry = to_geojson(label.kind, region["geometry"])
    item = label.class_(region.get("class") or "")
    return {
        "type": "Feature",
        "id": region["id"],
        "geometry": _righthanded(moved(geometry, move)) if move else geometry,
        "properties": {
            "label": label.name,
            "class": item.name if item else None,
            **region.get("attributes", {}),
            MARK: {
                key: region[key]
                for key in ("label", "class", "geometry", "attributes", "text")
                if key in region
            },
        },
    }


def _righthanded(geometry: Json) -> Json:
    """Outlines run counterclockwise and holes clockwise, as the standard asks."""
    if "Polygon" not in geometry["type"]:
        return geometry
    is_single = geometry["type"] == "Polygon"
    parts = [geometry["coordinates"]] if is_single else geometry["coordinates"]
    turned = [
        [ring if (_area(ring) > 0) == (i == 0) else ring[::-1] for i, ring in enumerate(part)]
        for part in parts
    ]
    return {"type": geometry["type"], "coordinates": turned[0] if is_single else turned}


def _area(ring: list[list[float]]) -> float:
    x, y = np.array(ring, float).T
    return float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))
