"""Media files: a task for each picture, recording, scan or document of an upload."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import ClassVar

from labeling.formats.base import (
    ImportedTask,
    ImportOptions,
    Layout,
    MediaRef,
    Problem,
    Source,
)
from labeling.media.kind import MediaKind
from labeling.media.registry import MEDIA, takes_files
from labeling.ontology.parts import Field, Ontology

__all__ = ["FilesImporter", "bundles_of"]

ALSO_OTHER_FORMATS = frozenset({".csv", ".tsv", ".json", ".txt", ".html", ".xml"})
"""Endings that say little: importers that look inside are surer."""


LOOKED_AT = 16
HEAD = 4_096


class FilesImporter:
    """Makes a task of each medium; with several media fields, of files that share a name."""

    id: ClassVar[str] = "files"
    name: ClassVar[str] = "Media files"
    extensions: ClassVar[tuple[str, ...]] = (
        "zip",
        *sorted({suffix[1:] for kind in MEDIA.values() for suffix in kind.suffixes if suffix}),
    )

    def sniff(self, source: Source) -> float:
        """Likely when most files are media by name; formats that find their labels are surer."""
        members = source.members()
        if not members:
            return 0.0
        bundled = {m for kind in _file_kinds() for b in bundles_of(members, kind) for m in b[1]}
        known = {suffix for kind in _file_kinds() for suffix in kind.suffixes}
        known -= ALSO_OTHER_FORMATS
        count = sum(
            member in bundled or _suffix(member) in known or _is_nameless(source, member)
            for member in members
        )
        return 0.8 * count / len(members)

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Media have no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a medium, named by its path."""
        fields = [field for field in ontology.fields.values() if takes_files(field.type)]
        if not fields:
            yield Problem("This project has no field that takes files.")
            return
        found, left = _media(source, fields)
        is_sole = len(fields) == 1
        tasks: dict[str, dict[str, MediaRef]] = {}
        for field, ref in found:
            key = ref.name if is_sole else str(PurePosixPath(ref.name).with_suffix(""))
            tasks.setdefault(key, {}).setdefault(field.id, ref)
        for data in tasks.values():
            yield ImportedTask(data=dict(data))
        for member in left:
            wanted = ", ".join(dict.fromkeys(field.type for field in fields))
            yield Problem(f"Left out: no {wanted} by its name.", file=member, is_warning=True)


def _file_kinds() -> list[MediaKind]:
    return [kind for kind in MEDIA.values() if kind.takes_files]


def _is_nameless(source: Source, member: str) -> bool:
    """Whether a file without an ending is some medium by its first bytes."""
    return not _suffix(member) and any(_fits(source, member, kind) for kind in _file_kinds())


def _suffix(member: str) -> str:
    return PurePosixPath(member).suffix.lower()


def _media(
    source: Source, fields: Sequence[Field]
) -> tuple[list[tuple[Field, MediaRef]], list[str]]:
    """Return the media in the order of their first files, and the members that are none."""
    members = source.members()
    owner: dict[str, tuple[Field, MediaRef]] = {}
    for field in fields:
        rest = [member for member in members if member not in owner]
        for folder, inside in bundles_of(rest, MEDIA[field.type]):
            if _stand_apart(source, inside, MEDIA[field.type]):
                owner.update({m: (field, MediaRef(name=m, member=m)) for m in inside})
                continue
            name = folder or PurePosixPath(source.name).stem
            ref = MediaRef(name=name, members=tuple(inside))
            owner.update(dict.fromkeys(inside, (field, ref)))
    for member in members:
        if member not in owner:
            fitting = [f for f in fields if _fits(source, member, MEDIA[f.type])]
            if fitting:
                owner[member] = (fitting[0], MediaRef(name=member, member=member))
    found = {id(pair): pair for member in members if (pair := owner.get(member))}
    return list(found.values()), [member for member in members if member not in owner]


def _stand_apart(source: Source, members: Sequence[str], kind: MediaKind) -> bool:
    """Whether the files of a folder are a medium each, as the first of them say."""
    if kind.stands_apart is None:
        return False
    return kind.stands_apart([source.head(member) for member in members[:LOOKED_AT]])


def _fits(source: Source, member: str, kind: MediaKind) -> bool:
    suffix = _suffix(member)
    if not suffix or suffix[1:].isdigit():
        return kind.knows is not None and kind.knows(source.head(member, HEAD))
    return suffix in kind.suffixes


def bundles_of(members: Sequence[str], kind: MediaKind) -> list[tuple[str, list[str]]]:
    """Return the folders whose files, with all below, are one medium; the outermost ones only.

    The folder of everything is the empty name.
    """
    if kind.is_bundle is None:
        return []
    below: dict[str, list[str]] = {}
    for member in members:
        for parent in PurePosixPath(member).parents:
            below.setdefault("" if str(parent) == "." else str(parent), []).append(member)
    found: list[tuple[str, list[str]]] = []
    taken: set[str] = set()
    for folder in sorted(below, key=lambda name: (name.count("/"), len(name))):
        inside = [member for member in below[folder] if member not in taken]
        names = [member.removeprefix(f"{folder}/") for member in inside]
        if len(inside) > 1 and kind.is_bundle(names):
            found.append((folder, inside))
            taken.update(inside)
    return found
