"""What a decoder is asked for, and what its module has to offer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from labeling.media.parameters import Value
from labeling.media.probe import Probe

__all__ = ["Decoder", "Order", "Render"]


@dataclass(frozen=True, slots=True)
class Order:
    """One view of one file.

    Attributes
    ----------
    source
        The stored file, only to be read.
    out
        Where the view is written.
    folder
        A folder that belongs to this file, for what several views share (an index, a pyramid).
        Write there by `labeling.media.decoding.once`: two decoders may work on one file.
    values
        Every parameter of the view, checked.
    """

    source: Path
    out: Path
    folder: Path
    values: Mapping[str, Value]

    def whole(self, name: str) -> int:
        """Return a parameter declared `Whole`."""
        return int(self.values[name])

    def number(self, name: str) -> float:
        """Return a parameter declared `Number`."""
        return float(self.values[name])

    def word(self, name: str) -> str:
        """Return a parameter declared `Choice`."""
        return str(self.values[name])


Render = Callable[[Order], str]
"""Writes `order.out` and gives its media type; raises MediaError for a file it cannot use."""


class Decoder(Protocol):
    """A module named by `MediaKind.decoder`."""

    VIEWS: Mapping[str, Render]

    @staticmethod
    def probe(path: Path) -> Probe:
        """Return what the file is; raise MediaError when it cannot be used."""

    @staticmethod
    def clean(source: Path, out: Path) -> None:
        """Write the file without what names people; only where `MediaKind.cleans` says so."""
