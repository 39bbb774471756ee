"""A question about a task of many fields, without a database or a decoder."""

from types import SimpleNamespace

from labeling.ontology.schema import parse_ontology
from labeling.services.proposals.ask import Ask

CLASSES = [{"id": "lamp", "name": "Lamp"}, {"id": "person", "name": "Person"}]
LABELS = {
    "mention": ("caption", "text", "span"),
    "thing": ("photo", "image", "box"),
    "said": ("sound", "audio", "range"),
    "scene": ("film", "video", "range"),
    "clause": ("contract", "document", "span"),
    "stamp": ("contract", "document", "page_box"),
    "fact": ("sheet", "table", "cell"),
    "remark": ("chat", "dialogue", "span"),
    "solid": ("cloud", "pointcloud", "cuboid"),
    "mover": ("cloud", "pointcloud", "track"),
    "runner": ("film", "video", "track"),
}
ONTOLOGY = parse_ontology(
    {
        "fields": {field: {"type": kind} for field, kind, _ in LABELS.values()},
        "labels": [
            {"id": label, "on": field, "kind": kind, "classes": CLASSES}
            for label, (field, _, kind) in LABELS.items()
        ],
        "relations": [
            {"id": "same", "from": list(LABELS), "to": list(LABELS), "directed": False}
            | {"identity": True}
        ],
    }
)


def region(region_id, label, geometry, **rest):
    """A person's region of class lamp."""
    on = LABELS[label][0]
    return {"id": region_id, "label": label, "on": on, "class": "lamp", "geometry": geometry} | rest


def asset(kind="image", name="photo.png", **facts):
    """What of a stored file sources look at."""
    values = {"kind": kind, "name": name, "width": 640, "height": 480, "duration": None}
    return SimpleNamespace(**{**values, "facts": {}, **facts})


def ask(marked, *others, data=None, assets=None, views=None, relations=(), frames=None):
    """Ask about `marked`; `views` maps (field, view) to what a decoder would write.

    Where a page, a block or a frame is asked for, it is a dictionary by that number.
    """

    def read(field_id, view, **given):
        found = (views or {})[field_id, view]
        return found[next(iter(given.values()))] if given else found

    return Ask(
        project_id=1,
        task_id=1,
        ontology=ONTOLOGY,
        data=data or {},
        assets=assets or {},
        regions=(marked, *others),
        relations=tuple(relations),
        region=marked,
        read=read,
        frames=frames or {},
    )
