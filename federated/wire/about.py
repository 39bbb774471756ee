"""What a site says of itself before a run: what it asks of whom, never what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from federated.wire.content import Content
from federated.wire.reading import number_in, text_in, texts_in

__all__ = ["About", "Difference", "difference_of"]


@dataclass(frozen=True)
class About:
    """A site in a few words.

    Attributes
    ----------
    version : str
        Of Penumbra there.
    classes : tuple of str
        Ids by which the federation knows them, after the site's own mapping.
    encoder : str
        Which frozen encoder its vectors come from.
    dimensions : int
    labels_low, labels_high : int, int or None
        The band its noisy count of labels falls into.
    """

    version: str
    classes: tuple[str, ...]
    encoder: str
    dimensions: int
    labels_low: int
    labels_high: int | None

    def content(self) -> Content:
        """Return what travels; no upper end travels as 0."""
        return {
            "version": self.version,
            "classes": list(self.classes),
            "encoder": self.encoder,
            "dimensions": self.dimensions,
            "labels_low": self.labels_low,
            "labels_high": self.labels_high or 0,
        }

    @classmethod
    def read(cls, content: Content) -> About:
        """Return what `content` wrote."""
        return cls(
            version=text_in(content, "version")[:32],
            classes=texts_in(content, "classes"),
            encoder=text_in(content, "encoder")[:64],
            dimensions=int(number_in(content, "dimensions")),
            labels_low=int(number_in(content, "labels_low")),
            labels_high=int(number_in(content, "labels_high")) or None,
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored and shown."""
        return {**asdict(self), "classes": list(self.classes)}


@dataclass(frozen=True)
class Difference:
    """One thing in which a site does not fit the federation."""

    what: str
    here: tuple[str, ...]
    there: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored and shown."""
        return {"what": self.what, "here": list(self.here), "there": list(self.there)}


def difference_of(
    about: About, *, classes: Sequence[str], encoder: str, dimensions: int
) -> list[Difference]:
    """Return in what a site differs from the federation ("here"); the order of classes is free."""
    found = []
    ours, theirs = set(classes), set(about.classes)
    if ours != theirs:
        found.append(
            Difference("classes", tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours)))
        )
    if (about.encoder, about.dimensions) != (encoder, dimensions):
        found.append(
            Difference(
                "encoder",
                (f"{encoder} ({dimensions})",),
                (f"{about.encoder} ({about.dimensions})",),
            )
        )
    return found
