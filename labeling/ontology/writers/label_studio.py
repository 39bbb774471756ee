"""An ontology as a Label Studio configuration: what their model back ends are set up with.

The inverse of `readers.label_studio` for what Label Studio can say; labels that it cannot are left
out, since a back end would answer nothing about them.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

from labeling.ontology.parts import Label, Ontology

__all__ = ["write_label_studio"]

OBJECTS: Mapping[str, str] = {
    "image": "Image",
    "text": "Text",
    "html": "HyperText",
    "audio": "Audio",
    "video": "Video",
    "timeseries": "TimeSeries",
    "dialogue": "Paragraphs",
    "table": "Table",
    "document": "Pdf",
}
CONTROLS: Mapping[str, tuple[str, str]] = {
    "box": ("RectangleLabels", "Label"),
    "rotated_box": ("RectangleLabels", "Label"),
    "polygon": ("PolygonLabels", "Label"),
    "ellipse": ("EllipseLabels", "Label"),
    "keypoints": ("KeyPointLabels", "Label"),
    "mask": ("BrushLabels", "Label"),
    "polyline": ("VectorLabels", "Label"),
    "span": ("Labels", "Label"),
    "range": ("Labels", "Label"),
    "choice": ("Choices", "Choice"),
    "multichoice": ("Choices", "Choice"),
    "rating": ("Rating", ""),
    "number": ("Number", ""),
    "textarea": ("TextArea", ""),
    "datetime": ("DateTime", ""),
    "ranking": ("Ranker", ""),
    "pairwise": ("Pairwise", ""),
}


def write_label_studio(ontology: Ontology) -> str:
    """Return the XML: objects and controls are named by the ids of fields and labels."""
    view = Element("View")
    for item in ontology.fields.values():
        if item.type in OBJECTS:
            SubElement(view, OBJECTS[item.type], name=item.id, value=f"${item.id}")
    for label in ontology.labels:
        if label.kind in CONTROLS and ontology.fields[label.on].type in OBJECTS:
            _add(view, label)
    return tostring(view, encoding="unicode")


def _add(view: Element, label: Label) -> None:
    tag, inner = CONTROLS[label.kind]
    control = SubElement(view, tag, name=label.id, toName=",".join(label.fields) or label.on)
    match label.kind:
        case "multichoice":
            control.set("choice", "multiple")
        case "rating":
            control.set("maxRating", f"{label.max or 5:g}")
        case "number":
            for name in ("min", "max", "step"):
                value = getattr(label, name)
                if value is not None:
                    control.set(name, f"{value:g}")
        case "textarea" if not label.multiple:
            control.set("maxSubmissions", "1")
    for item in label.classes if inner else ():
        alias = {} if item.name == item.id else {"alias": item.id}
        SubElement(control, inner, {"value": item.name, **alias})
