"""XML files of strangers: no entities, nothing opened, nothing huge."""

from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from labeling.formats.base import Source
from labeling.formats.members import suffix_of

__all__ = ["NoXml", "read_xml", "xml_members"]

MAX_XML = 256 << 20


class NoXml(Exception):
    """The file cannot be used; the text says why."""


def xml_members(source: Source) -> list[str]:
    """Return the members that are XML by name."""
    return [member for member in source.members() if suffix_of(member) == "xml"]


def read_xml(source: Source, member: str, root: str, *, max_bytes: int = MAX_XML) -> Element:
    """Return the root element, which must have this name.

    Raises
    ------
    NoXml
        When the file is too large, no XML, hostile, or something else.
    """
    if source.size(member) > max_bytes:
        raise NoXml(f"The file is over {max_bytes >> 20} MiB.")
    with source.open(member) as stream:
        data = stream.read()
    try:
        found: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise NoXml("DTD and entities are not allowed in XML files.") from None
    except (ParseError, ValueError, LookupError) as error:
        raise NoXml(f"No XML: {error}.") from None
    if found.tag != root:
        raise NoXml(f"The root must be <{root}>, is <{found.tag[:40]}>.")
    return found
