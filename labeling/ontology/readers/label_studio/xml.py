"""Parses XML of strangers: no document type, no entities, limited size and depth."""

from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from labeling.ontology.problems import OntologyError, Problem

__all__ = ["parse_xml"]

MAX_CHARACTERS = 1_000_000
MAX_ELEMENTS = 50_000
MAX_DEPTH = 60


def parse_xml(text: str) -> Element:
    """The root element.

    Raises
    ------
    OntologyError
        When the text is no XML, declares a document type or entities, or is too large.
    """
    if len(text) > MAX_CHARACTERS:
        _refuse(f"has {len(text):,} characters, at most {MAX_CHARACTERS:,} are allowed")
    try:
        root: Element = fromstring(text.removeprefix("\ufeff").strip(), forbid_dtd=True)
    except DefusedXmlException as error:
        raise _error("declares a document type: DTD and entities are not allowed") from error
    except ParseError as error:
        raise _error(f"is no well-formed XML: {error}", error.position[0]) from error
    except ValueError as error:  # an encoding declaration that does not fit
        raise _error(f"is no well-formed XML: {error}") from error
    _check_size(root)
    return root


def _check_size(root: Element) -> None:
    count, level = 0, [root]
    for _ in range(MAX_DEPTH):
        count += len(level)
        level = [child for element in level for child in element]
        if not level or count > MAX_ELEMENTS:
            break
    if count > MAX_ELEMENTS:
        _refuse(f"has more than {MAX_ELEMENTS:,} elements")
    if level:
        _refuse(f"is nested more than {MAX_DEPTH} deep")


def _refuse(detail: str) -> None:
    raise _error(detail)


def _error(detail: str, line: int | None = None) -> OntologyError:
    return OntologyError([Problem("", f"the configuration {detail}", line)])
