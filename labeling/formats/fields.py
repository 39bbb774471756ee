"""Sends the columns or keys of a file to the fields of the ontology, and reads their values."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from labeling.formats.base import ImportOptions, MediaRef, Problem, Source
from labeling.formats.exact_json import decode
from labeling.formats.files import bundles_of
from labeling.formats.members import MemberIndex
from labeling.formats.text import fault_of_text
from labeling.media.kind import MediaKind
from labeling.media.registry import MEDIA
from labeling.ontology.parts import Field, Ontology

__all__ = ["ANSWER", "EXTERNAL_ID", "META", "FieldReader", "suggest_mapping"]

EXTERNAL_ID = "external_id"
META = "meta."
ANSWER = "answers."
MAX_NAME = 1024

ALIASES = {
    "text": ("text", "sentence", "content", "body", "review", "comment", "message", "文本", "句子"),
    "html": ("html", "text", "content"),
    "image": ("image", "photo", "picture", "img", "file_name", "filename", "file", "path", "图片"),
    "dialogue": ("messages", "conversations", "conversation", "dialogue", "chat", "turns", "对话"),
    "audio": ("audio", "sound", "file_name", "filename", "file", "path"),
}


IN_CELLS = frozenset({"dialogue"})
"""Types whose values are no texts: in a cell of a table they stand as JSON."""


def from_json_text(text: str) -> Any:
    """Return what a cell holds as JSON; another text stays, and is told to be none of the type."""
    if text.lstrip()[:1] not in {"[", "{"}:
        return text
    try:
        return decode(text.encode())
    except ValueError:
        return text


def suggest_mapping(columns: Iterable[str], ontology: Ontology) -> dict[str, str | None]:
    """Return column → field id, or None for a column that is kept under its own name.

    First the same id, then the same name, then a usual name for the type of a field still open,
    then the only column for the only field. `external_id`, `answers.<label>` and `meta.<name>`
    mean what they say; the rest is kept in `data`.
    """
    names = list(columns)
    open_fields = dict(ontology.fields)
    found: dict[str, str | None] = {}
    for match in (_same_id, _same_name, _usual_name):
        for column in names:
            if column not in found:
                field = match(column, open_fields)
                if field is not None:
                    found[column] = field.id
                    del open_fields[field.id]
    rest = [column for column in names if column not in found]
    if len(names) == 1 and len(ontology.fields) == 1 and rest and not _is_reserved(rest[0]):
        return {names[0]: next(iter(ontology.fields))}
    return {column: found.get(column) for column in names}


def _is_reserved(column: str) -> bool:
    return column == EXTERNAL_ID or column.startswith((META, ANSWER))


def _same_id(column: str, fields: Mapping[str, Field]) -> Field | None:
    return fields.get(column)


def _same_name(column: str, fields: Mapping[str, Field]) -> Field | None:
    wanted = column.strip().casefold()
    for field in fields.values():
        if wanted in {field.id.casefold(), field.name.casefold()}:
            return field
    return None


def _usual_name(column: str, fields: Mapping[str, Field]) -> Field | None:
    wanted = column.strip().casefold()
    for field in fields.values():
        if wanted in ALIASES.get(field.type, ()):
            return field
    return None


class FieldReader:
    """Splits a row into field values and meta, following a mapping."""

    def __init__(
        self,
        source: Source,
        ontology: Ontology,
        options: ImportOptions,
        columns: Iterable[str] = (),
    ) -> None:
        self.ontology = ontology
        self._mapping = {**suggest_mapping(columns, ontology), **options.mapping}
        self._source = source
        self._members: MemberIndex | None = None

    def split(
        self, row: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]] | Problem:
        """Return data, meta, and the other targets (`external_id`, `answers.<label>`).

        Values for no field stay in the data, after the fields.
        """
        data: dict[str, Any] = {}
        rest: dict[str, Any] = {}
        meta: dict[str, Any] = {}
        other: dict[str, Any] = {}
        for key, value in row.items():
            target = self.target(key)
            if target is None:
                continue
            field = self.ontology.fields.get(target)
            if field is not None:
                if value is None:
                    continue
                read = self.value(field, value)
                if isinstance(read, Problem):
                    return read
                data[target] = read
            elif not _is_reserved(target):
                rest[target] = value
            elif target.startswith(META):
                meta[target.removeprefix(META)] = value
            else:
                other[target] = value
        if not data:
            return Problem(self._nothing_found(row))
        return self._in_order(data) | rest, meta, other

    def target(self, key: str) -> str | None:
        """Return where the values of a column go; None when they are left out."""
        chosen = self._mapping.get(key)
        if chosen is not None:
            return chosen or None
        # Somebody took this field away from the column of its name: the column is no field then.
        is_taken = key in self._mapping and key in self.ontology.fields
        return f"{META}{key}" if is_taken else key

    def value(self, field: Field, value: Any) -> Any:
        """Return the value as a field of that type stores it, or a problem."""
        kind = MEDIA.get(field.type)
        if kind and kind.takes_files and not _stands_for_itself(kind, value):
            return self._media(field, value)
        if field.type in IN_CELLS and isinstance(value, str):
            value = from_json_text(value)
        if kind and kind.inline and (faults := kind.inline.faults(value)):
            where, said = faults[0]
            return Problem(said, pointer=f"/{field.id}{where}")
        if isinstance(value, str):
            if (said := fault_of_text(value)) != "":
                return Problem(f"The text {said}.", pointer=f"/{field.id}")
            return value
        return value

    def media(self, name: str, kind: MediaKind | None = None) -> MediaRef:
        """Return the reference that a name means: a URL, a member, a folder, or one known."""
        if name.startswith(("http://", "https://")):
            return MediaRef(name=name.rsplit("/", 1)[-1].split("?", 1)[0] or "file", url=name)
        if self._members is None:
            self._members = MemberIndex(self._source.members())
        folder = name.rstrip("/")
        if kind is not None and kind.is_bundle is not None:
            for found, members in bundles_of(self._source.members(), kind):
                if folder == found:
                    return MediaRef(name=found, members=tuple(members))
        member = self._members.find(name)
        return MediaRef(name=member or name, member=member or "")

    def _media(self, field: Field, value: Any) -> MediaRef | Problem:
        sha256 = ""
        if isinstance(value, Mapping):
            sha256 = value.get("sha256", "")
            value = value.get("name") or value.get("url")
        if not isinstance(value, str) or not isinstance(sha256, str) or not value.strip():
            detail = f"{field.id} must name a file, such as photos/1.jpg."
            return Problem(detail, pointer=f"/{field.id}")
        if len(value) > MAX_NAME or value.startswith("data:"):
            detail = f"{field.id} must name a file; files inside the text are not read."
            return Problem(detail, pointer=f"/{field.id}")
        if said := fault_of_text(value):
            return Problem(f"The file name {said}.", pointer=f"/{field.id}")
        ref = self.media(value, MEDIA[field.type])
        return replace(ref, name=value, sha256=sha256) if sha256 else ref

    def _in_order(self, data: dict[str, Any]) -> dict[str, Any]:
        if len(data) == 1:
            return data
        return {name: data[name] for name in self.ontology.fields if name in data}

    def _nothing_found(self, row: Mapping[str, Any]) -> str:
        fields = ", ".join(self.ontology.fields)
        keys = ", ".join(str(key)[:40] for key in list(row)[:8]) or "nothing"
        return f"No value for any field of this project ({fields}); the row has {keys}."


def _stands_for_itself(kind: MediaKind, value: Any) -> bool:
    """Whether the value is the medium, where a field takes files as well as values."""
    if kind.inline is None or (isinstance(value, Mapping) and ("name" in value or "url" in value)):
        return False
    return not isinstance(value, str)
