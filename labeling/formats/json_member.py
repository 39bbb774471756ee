"""Reads the JSON document of a source element by element, telling where it breaks."""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass

from labeling.formats.base import ImportOptions, Problem, Source
from labeling.formats.json_stream import Element, JsonFault, elements_of
from labeling.formats.members import suffix_of
from labeling.formats.text import detect_encoding, fault_of_encoding, open_text

__all__ = ["JsonMember", "head_elements", "json_member", "read_elements"]

HEAD = 1 << 18
HEAD_ELEMENTS = 50


@dataclass(frozen=True, slots=True)
class JsonMember:
    """The member that holds the document, and its encoding."""

    name: str
    encoding: str


def json_member(source: Source, named: str = "") -> JsonMember | None:
    """Return the JSON file among the members: the named one, the only one, or none."""
    members = source.members()
    found = [named] if named else [name for name in members if suffix_of(name) == "json"]
    if not found and len(members) == 1:
        found = [members[0]]
    if not found:
        return None
    encoding = detect_encoding(source, found[0])
    is_unicode = encoding.startswith(("utf-8", "utf-16", "utf-32"))
    return JsonMember(found[0], encoding if is_unicode else "utf-8")


def head_elements(source: Source, named: str = "") -> list[Element]:
    """Return the first elements, as far as the head of the file goes."""
    members = [named] if named else _candidates(source)
    if not members:
        return []
    head = source.head(members[0], HEAD)
    encoding = next(
        (
            name
            for mark, name in (
                (codecs.BOM_UTF8, "utf-8-sig"),
                (codecs.BOM_UTF16_LE, "utf-16"),
                (codecs.BOM_UTF16_BE, "utf-16"),
            )
            if head.startswith(mark)
        ),
        "utf-8",
    )
    text = head.decode(encoding, "ignore")
    if text.lstrip()[:1] not in {"[", "{"}:
        return []
    found: list[Element] = []
    try:
        for element in elements_of(io.StringIO(text)):
            found.append(element)
            if len(found) >= HEAD_ELEMENTS:
                break
    except JsonFault:
        pass
    return found


def _candidates(source: Source) -> list[str]:
    members = source.members()
    found = [name for name in members if suffix_of(name) == "json"]
    return found or (list(members) if len(members) == 1 else [])


def read_elements(
    source: Source, options: ImportOptions, named: str = ""
) -> Iterator[Element | Problem]:
    """Yield elements, and a problem at the place where the document stops being JSON."""
    member = json_member(source, named)
    if member is None:
        yield Problem("There is no .json file in it.")
        return
    encoding = options.encoding or member.encoding
    if fault := fault_of_encoding(source, member.name, encoding):
        yield fault
        return
    with open_text(source, member.name, encoding) as stream:
        try:
            yield from elements_of(stream)
        except JsonFault as fault_found:
            detail = f"No JSON: {fault_found.detail}."
            yield Problem(detail, file=member.name, line=fault_found.line)
