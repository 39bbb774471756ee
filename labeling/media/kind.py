"""What every field type offers: the files it takes, the values it takes, the views of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from labeling.media.parameters import Parameter
from labeling.regions.kind import Bounds, Fault

__all__ = ["Inline", "MediaKind"]


@dataclass(frozen=True, slots=True)
class Inline:
    """Values that stand in the task itself: a text, a dialogue, the rows of a small table.

    Attributes
    ----------
    faults
        Every fault of a value of unknown shape, as JSON pointer below the value and what is wrong.
    bounds
        What regions on a value without faults may lie in.
    shown
        What clients get in the place of a value without faults; the value itself where None. Only
        this leaves the server in an answer about a task; exports write the value.
    """

    faults: Callable[[object], list[Fault]]
    bounds: Callable[[object], Bounds]
    shown: Callable[[object], object] | None = None


@dataclass(frozen=True, slots=True)
class MediaKind:
    """One field type.

    Attributes
    ----------
    mimes
        Media types, as the content shows them, that may be of this kind; the decoder has the last
        word. Several kinds may share one: a TIFF is a picture or a map, as the field says.
    suffixes
        Usual file name endings; used only to guess which of several files belong to which field,
        never to judge a file.
    decoder
        Module that reads the files, see `decoding.decoder`. It is imported by name, and only in a
        decoder process: it may load what is heavy. Empty where no files are taken.
    views
        Forms of a file that screens ask for beside the original, and their parameters.
    prepared
        Views made right after an import, with default parameters, so that nobody waits for them.
    is_bundle
        Whether the files of one folder are together one medium: the slices of a scan, the frames
        of a drive. They are stored as one uncompressed zip.
    stands_apart
        Whether files that by their names are one medium are, by their first bytes, a medium each.
    knows
        Whether a file without an ending is of this kind, by its first bytes.
    inline
        Values without a file; None where a file is a must.
    cleans
        Whether the decoder's `clean(source, out)` writes each file again before it is stored,
        without what names people: what it leaves out is nowhere on this machine.
    memory_mb, seconds
        What reading one file, or making one view, may take.
    """

    type: str
    mimes: frozenset[str] = frozenset()
    suffixes: frozenset[str] = frozenset()
    decoder: str = ""
    views: Mapping[str, Mapping[str, Parameter]] = field(default_factory=dict)
    prepared: Sequence[str] = ()
    is_bundle: Callable[[Sequence[str]], bool] | None = None
    stands_apart: Callable[[Sequence[bytes]], bool] | None = None
    knows: Callable[[bytes], bool] | None = None
    inline: Inline | None = None
    cleans: bool = False
    memory_mb: int = 4_096
    seconds: float = 60.0

    @property
    def takes_files(self) -> bool:
        """Whether a value of this type can be a file."""
        return bool(self.decoder)
