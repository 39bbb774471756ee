"""Models for tests of flows: each is told by an option what it finds."""

from pathlib import Path
from typing import Any

from PIL import Image

from active_learning.prelabelers.base import Card, Medium, Proposal, Wanted


def card(name: str, reads: str, *fills: str, classes: tuple[str, ...] = (), **more: Any) -> Card:
    return Card(
        id=name,
        reads=frozenset({reads}),
        fills=frozenset(fills),
        module=__name__,
        licence="none",
        classes=classes,
        fixed={"name": name},
        **more,
    )


READER = card("reader", "image", "box", classes=("text",))
FINDER = card("finder", "image", "box", classes=("thing",))
TONE = card("tone", "image", "choice", classes=("dark", "bright"))
WORDS = card("words", "text", "span", classes=("name",))
LENGTH = card("length", "text", "choice", classes=("short", "long"))
ALL = {one.id: one for one in (READER, FINDER, TONE, WORDS, LENGTH)}


class Fixed:
    def __init__(self, name: str) -> None:
        self.name = name

    def propose(self, medium: Medium, wanted: list[Wanted]) -> list[Proposal]:
        return list(getattr(self, self.name)(medium, wanted[0]))

    def reader(self, medium: Medium, wanted: Wanted) -> Any:
        for at, text in enumerate(("To Ann Lee", "of Bo")):
            place = {"x": 10.0, "y": 20.0 * at, "width": 10.0 * len(text), "height": 10.0}
            yield Proposal("box", "text", 0.9, place, more={"text": text})

    def finder(self, medium: Medium, wanted: Wanted) -> Any:
        yield Proposal("box", "thing", 0.8, {"x": 4.0, "y": 2.0, "width": 4.0, "height": 4.0})
        yield Proposal("box", "thing", 0.2, {"x": 0.0, "y": 0.0, "width": 2.0, "height": 2.0})

    def tone(self, medium: Medium, wanted: Wanted) -> Any:
        assert medium.path is not None
        with Image.open(medium.path) as picture:
            level = picture.convert("L").getpixel((0, 0))
        share = level / 255  # type: ignore[operator]  # of a grey picture it is a number
        yield Proposal("choice", "bright", share)
        yield Proposal("choice", "dark", 1 - share)

    def words(self, medium: Medium, wanted: Wanted) -> Any:
        text = str(medium.value)
        for word in ("Ann Lee", "Lee\nof", "Bo"):
            if word in text:
                start = text.index(word)
                yield Proposal("span", "name", 0.5, {"start": start, "end": start + len(word)})

    def length(self, medium: Medium, wanted: Wanted) -> Any:
        yield Proposal("choice", "long" if len(str(medium.value)) > 3 else "short", 0.5)


def open_prelabeler(models: Path, options: dict[str, Any]) -> Fixed:
    return Fixed(str(options["name"]))
