"""What a pre-labeler is asked, what it answers, and the card by which it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from labeling.media.parameters import Parameter

__all__ = [
    "MOST_FEATURES",
    "Card",
    "ClassName",
    "Medium",
    "Need",
    "Prelabeler",
    "PrelabelerFault",
    "Proposal",
    "View",
    "Wanted",
]

MOST_FEATURES = 64
"""They are stored with every proposal."""


class PrelabelerFault(Exception):
    """A value that cannot be used; `code` is a word of the clients' catalogues."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class View:
    """A form of a stored file beside the original, see `labeling.media.kind.MediaKind.views`.

    `given` are its parameters as in a query string, e.g. ``(("page", "0"),)``.
    """

    name: str
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Medium:
    """One field's value of one task.

    Attributes
    ----------
    type
        The field's type, such as `text`.
    value
        What stands in the task itself (a text, turns, rows); None where it is a file.
    path
        The stored file, only to be read. It is a stranger's: reading it may fail.
    facts
        What is known of the file: `mime`, `width`, `height` (pixels of the upright image),
        `duration` (seconds), and what its decoder found (`pages`, `columns`, ...).
    views
        Files of the views that `Card.views` asked for; one that could not be made is not there.
    beside
        Where `Card.reads_beside`: the values of the task's other fields, of those that stand in the
        task itself.
    """

    type: str
    value: Any = None
    path: Path | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    views: Mapping[View, Path] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClassName:
    """A class of the ontology, for pre-labelers that understand names."""

    id: str
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label of the ontology that may be filled.

    `points` are the names of a skeleton's points, where the kind is `keypoints`; `fields` are the
    two that a `pairwise` question compares.
    """

    label: str
    kind: str
    name: str = ""
    classes: tuple[ClassName, ...] = ()
    points: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """One region or one answer, as raw as the model gives it.

    Attributes
    ----------
    kind
        The label kind it fills: `span`, `box`, `choice` ...
    name
        Its class: one of `Card.classes`, or, where those are None, a class id of the label.
        Empty where the answer is a value.
    score
        0 to 1, to rank by; no probability yet: the project's people make it one.
    geometry
        Of a region, as in the contract; None for an answer about the whole field.
    label
        The wanted label it is for; empty: every wanted label of its kind.
    value
        An answer that names no class: a number, a text, a time.
    attributes
        Of the region.
    more
        What else the region holds: the `text` of a recognised line, the `words` of a transcript.
    features
        What it is like, in a few numbers of about unit size (at most `MOST_FEATURES`): of a place,
        the project's people teach by them which class it has; of an answer, whether it is right.
    """

    kind: str
    name: str = ""
    score: float = 1.0
    geometry: Mapping[str, Any] | None = None
    label: str = ""
    value: Any = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    features: Sequence[float] = ()


class Prelabeler(Protocol):
    """An opened pre-labeler; lives in a process of its own, one value at a time."""

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> Sequence[Proposal]:
        """Return what may be in a field; raise `PrelabelerFault` for a value it cannot use."""


@dataclass(frozen=True, slots=True)
class Need:
    """A package that has to be installed: `module` is imported, `package` is its name for pip."""

    module: str
    package: str


def _no_views(facts: Mapping[str, Any]) -> Sequence[View]:
    return ()


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of a pre-labeler without opening it.

    Name and description are words of the clients' catalogues: `prelabelers.of.<id>.name`, `.about`.

    Attributes
    ----------
    reads
        Field types whose values it takes.
    fills
        Label kinds it proposes for.
    module
        Has `open_prelabeler(models, options)`, see `Opener`. Imported by name, and only in a
        process of its own, when the first value comes: it may load what is heavy.
    licence
        Of code and weights, as a person should read it.
    classes
        Its own class names, which a project maps to the ontology's; None: it takes the names of
        the ontology's classes and proposes among them; (): its answers are values.
    also
        Other names of its own classes, by which they are recognised in an ontology.
    least
        Raw scores below are not worth showing, until the project's people have taught better.
    needs
        Packages without which it does not work.
    languages
        Of the texts that it understands, as codes; empty: any.
    views
        Forms of the file that it reads, given the file's facts.
    options
        What a project may set, and the defaults.
    reads_beside
        Whether it reads the other fields of a task too, see `Medium.beside`.
    waits
        Whether it shows nothing before what people's decisions taught it is right more often than
        not.
    nests
        Whether its marks may lie in each other, as cells in rows in tables; else of those on one
        place the surest is shown.
    states_licence
        Whether the package that carries the weights names their licence itself.
    has_functions
        Whether it applies labeling functions that people write, see `functions`.
    memory_mb, seconds
        What one value may take, opening the model included.
    title
        Its name, where people gave it one: of a model that they brought.
    fixed
        Options that nobody sets on its page: where its file lies, how it is fed.
    """

    id: str
    reads: frozenset[str]
    fills: frozenset[str]
    module: str
    licence: str
    classes: tuple[str, ...] | None = None
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    least: float = 0.0
    needs: tuple[Need, ...] = ()
    languages: tuple[str, ...] = ()
    views: Callable[[Mapping[str, Any]], Sequence[View]] = _no_views
    options: Mapping[str, Parameter] = field(default_factory=dict)
    reads_beside: bool = False
    waits: bool = False
    nests: bool = False
    states_licence: bool = True
    has_functions: bool = False
    memory_mb: int = 3_072
    seconds: float = 30.0
    title: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)


Opener = Callable[[Path, Mapping[str, Any]], Prelabeler]
"""`open_prelabeler(models, options)`: `models` is the folder of built models (`embeddings.folder`),
`options` holds every one of `Card.options`."""
