"""Reads the `Label` and `Choice` children of Label Studio's controls as classes."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from PIL import ImageColor

from labeling.ontology.nodes import fault_of_id
from labeling.ontology.readers.result import Losses

__all__ = ["Hotkeys", "read_classes", "read_tree"]

JSON = dict[str, Any]

_HOTKEY = re.compile(r"(?:(?:shift|alt)\+)*[^\s?]")

_RGBA = re.compile(r"rgba\(([^,]+,[^,]+,[^,]+),[^,]*\)")


class Hotkeys:
    """Keys already given away in this configuration; a key means one thing on a page."""

    def __init__(self, losses: Losses) -> None:
        self._taken: set[str] = set()
        self._losses = losses

    def take(self, key: str | None, owner: str) -> JSON:
        """The `hotkey` entry for a class, empty when it has none or cannot have this one."""
        if not key:
            return {}
        wanted = key.strip().lower()
        if not _HOTKEY.fullmatch(wanted):
            self._losses.add(f"hotkey {key!r} of {owner!r}", "this key belongs to the browser")
            return {}
        if wanted in self._taken:
            self._losses.add(f"hotkey {key!r} of {owner!r}", "another class has the same key")
            return {}
        self._taken.add(wanted)
        return {"hotkey": wanted}


def read_classes(control: Element, hotkeys: Hotkeys, losses: Losses) -> list[JSON]:
    """The classes of a control, in its order, `category` kept as the number for COCO and YOLO."""
    found: dict[str, JSON] = {}
    numbers: set[int] = set()
    for element in control.iter():
        if element is control or element.tag not in {"Label", "Choice"}:
            continue
        item = _read_class(element, hotkeys, losses)
        if item is None:
            continue
        if item["id"] in found:
            losses.add(f"second {item['id']!r}", f"{control.get('name')!r} holds it already")
            continue
        if item.get("index") in numbers:
            losses.add(f"category {item['index']} of {item['id']!r}", "another class has it")
            del item["index"], item["coco_id"]
        elif "index" in item:
            numbers.add(item["index"])
        found[item["id"]] = item
    return list(found.values())


def _read_class(element: Element, hotkeys: Hotkeys, losses: Losses) -> JSON | None:
    value = element.get("value") or element.get("alias") or ""
    class_id = element.get("alias") or value
    said = fault_of_id(class_id)
    if said:
        losses.add(f"<{element.tag}> {class_id[:40]!r}", f"its value {said}")
        return None
    item: JSON = {"id": class_id, "name": value}
    if element.get("hint"):
        item["description"] = element.get("hint")
    return (
        item
        | _color_of(element, class_id, losses)
        | hotkeys.take(element.get("hotkey"), class_id)
        | _category_of(element, class_id, losses)
    )


def _color_of(element: Element, owner: str, losses: Losses) -> JSON:
    color = element.get("background") or element.get("selectedColor")
    if not color:
        return {}
    try:
        red, green, blue = ImageColor.getrgb(_RGBA.sub(r"rgb(\1)", color[:60].strip()))[:3]
    except ValueError:
        losses.add(f"colour {color[:40]!r} of {owner!r}", "it is no colour that is known")
        return {}
    return {"color": f"#{red:02x}{green:02x}{blue:02x}"}


def _category_of(element: Element, owner: str, losses: Losses) -> JSON:
    category = element.get("category")
    if category is None:
        return {}
    if not re.fullmatch(r"\d{1,15}", category.strip(), re.ASCII):
        losses.add(f"category {category[:40]!r} of {owner!r}", "it is no whole number")
        return {}
    return {"coco_id": int(category), "index": int(category)}


def read_tree(control: Element, hotkeys: Hotkeys, losses: Losses) -> list[JSON]:
    """Nested choices as classes with a parent; the id of an inner one is its path, `a/b`."""
    found: dict[str, JSON] = {}
    for path, element in _walk(control, ()):
        item = _read_class(element, hotkeys, losses)
        if item is None:
            continue
        class_id = "/".join(path)
        if class_id in found or fault_of_id(class_id):
            losses.add(f"choice {class_id[:60]!r}", "its path is too long or taken")
            continue
        parent = {"parent": "/".join(path[:-1])} if len(path) > 1 else {}
        found[class_id] = item | {"id": class_id} | parent
    return [item for item in found.values() if item.get("parent", item["id"]) in found]


def _walk(element: Element, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Element]]:
    for child in element:
        if child.tag != "Choice":
            continue
        path = (*above, child.get("alias") or child.get("value") or "")
        yield path, child
        yield from _walk(child, path)
