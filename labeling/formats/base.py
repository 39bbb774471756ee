"""What a format must offer: importers stream tasks out of files, exporters stream them in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, ClassVar, Protocol

from labeling.ontology.schema import Ontology

__all__ = [
    "Content",
    "ExportAnnotation",
    "ExportMedia",
    "ExportOptions",
    "ExportTask",
    "Exporter",
    "ImportOptions",
    "ImportedAnnotation",
    "ImportedPrediction",
    "ImportedTask",
    "Importer",
    "Layout",
    "Loss",
    "MediaRef",
    "Problem",
    "Sink",
    "Size",
    "Source",
]

Size = tuple[int, int]
"""Width and height of the upright image, pixels."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One place in a file that cannot be used, and why.

    A warning tells what was left out or mended; it never stops an import.
    """

    detail: str
    file: str = ""
    line: int | None = None
    pointer: str = ""
    is_warning: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the wire shape, without what is not known."""
        known = {"file": self.file, "line": self.line, "pointer": self.pointer}
        return {key: value for key, value in known.items() if value} | {"detail": self.detail}


@dataclass(slots=True)
class Content:
    """An answer as it is stored: regions, relations, whole-task answers."""

    regions: list[dict[str, Any]] = field(default_factory=list)
    relations: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ImportedAnnotation:
    """A finished annotation found in a file; `annotator` is a user name if the file has one."""

    content: Content
    annotator: str = ""
    lead_time: float = 0.0
    state: str = "submitted"
    created_at: str = ""
    updated_at: str = ""


@dataclass(slots=True)
class ImportedPrediction:
    """A model's answer found in a file."""

    content: Content
    model_version: str = ""
    score: float | None = None


@dataclass(slots=True)
class ImportedTask:
    """One task as read. `data` maps field names to text, or to `MediaRef` for media fields."""

    data: dict[str, Any]
    external_id: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    priority: float | None = None
    overlap: int | None = None
    annotations: list[ImportedAnnotation] = field(default_factory=list)
    predictions: list[ImportedPrediction] = field(default_factory=list)
    gold: Content | None = None
    line: int | None = None
    file: str = ""
    """The member it was read from, where there are several."""


@dataclass(frozen=True, slots=True)
class MediaRef:
    """A media file named by a task.

    It is the `member` of the source, or all the `members` of one of its folders together, or
    behind `url`, or already in the project with this `sha256` or, failing that, under this name.
    """

    name: str
    member: str = ""
    members: tuple[str, ...] = ()
    url: str = ""
    sha256: str = ""


def _no_size(_name: str) -> Size | None:
    return None


def _no_facts(_name: str) -> Mapping[str, Any] | None:
    return None


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person chose, or what detection found."""

    encoding: str = ""
    delimiter: str = ""
    mapping: Mapping[str, str | None] = field(default_factory=dict)
    """Column or key of the file → ontology field; None: keep under its own name; "": leave out."""
    known_size: Callable[[str], Size | None] = _no_size
    """Size of an image that is not in the source but already in the project, by name."""
    known_facts: Callable[[str], Mapping[str, Any] | None] = _no_facts
    """What is known of a medium that is already in the project, by name: its place on the earth."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file is laid out, to be shown before anything is created."""

    encoding: str = ""
    delimiter: str = ""
    columns: tuple[str, ...] = ()
    """Columns or keys that a mapping may send to fields; empty when the format fixes them."""


class Source(Protocol):
    """An upload as importers see it: one file, or the members of a safe archive.

    `labeling.formats.source` opens files and zips with every guard (sizes, ratios, names, links),
    so no importer ever touches a path of a stranger.
    """

    name: str

    def members(self) -> Sequence[str]:
        """Return the relative names inside, in order; one name for a plain file."""

    def size(self, member: str) -> int:
        """Return the member's size in bytes."""

    def open(self, member: str) -> IO[bytes]:
        """Open a member for reading bytes."""

    def head(self, member: str, size: int = 65536) -> bytes:
        """Return the first bytes of a member."""


class Importer(Protocol):
    """Reads one format. Yields tasks and problems in file order with constant memory."""

    id: ClassVar[str]
    name: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]

    def sniff(self, source: Source) -> float:
        """Return how surely the source is of this format, 0 to 1, from its first bytes."""

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return encoding, delimiter and columns, from the first bytes and what was chosen."""

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield what the source holds. Raise nothing for bad rows: yield a `Problem` instead."""


@dataclass(slots=True)
class ExportAnnotation:
    """One annotation on its way out."""

    id: str
    content: Content
    annotator: str = ""
    lead_time: float = 0.0
    state: str = "submitted"
    created_at: str = ""
    updated_at: str = ""
    origin: str = ""
    """Where the learner set it by itself: `model`; empty for what people answered."""


@dataclass(slots=True)
class ExportTask:
    """One task on its way out; media fields of `data` are `ExportMedia`."""

    id: str
    data: dict[str, Any]
    external_id: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    priority: float = 0.0
    overlap: int = 1
    state: str = "open"
    annotations: list[ExportAnnotation] = field(default_factory=list)
    predictions: list[ImportedPrediction] = field(default_factory=list)
    gold: Content | None = None


@dataclass(frozen=True, slots=True)
class ExportMedia:
    """A media file of an exported task. `name` is the path it was imported under."""

    name: str
    asset: str
    sha256: str
    mime: str
    width: int | None = None
    height: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


class Sink(Protocol):
    """Where an exporter writes: one text file, or the members of an archive."""

    def open(self, member: str) -> IO[bytes]:
        """Open a member (or, for one-file formats, the file itself) for writing bytes."""

    def add_media(self, member: str, media: ExportMedia) -> None:
        """Copy a media file into the archive, once."""

    def open_media(self, media: ExportMedia) -> IO[bytes]:
        """Open a media file for reading: formats that refer to it need its headers."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that the file will lack, or why there can be no file.

    Screens word `code` with `params` in their reader's language; `detail` is the English.
    """

    code: str
    detail: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return {"code": self.code, "params": dict(self.params), "detail": self.detail}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What the person chose."""

    include_media: bool = False
    source: str = "annotations"


class Exporter(Protocol):
    """Writes one format."""

    id: ClassVar[str]
    name: ClassVar[str]
    description: ClassVar[str]
    extension: ClassVar[str]
    is_archive: ClassVar[bool]

    def losses(self, ontology: Ontology) -> Sequence[Loss]:
        """Say what of this ontology the format cannot hold; empty when it holds everything."""

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Say why the format makes no sense for this ontology, or None."""

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write every task, yielding what had to be left out as it goes."""
