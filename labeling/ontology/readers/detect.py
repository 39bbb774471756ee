"""Reads a label configuration in any of the known notations."""

from labeling.ontology.problems import OntologyError, Problem
from labeling.ontology.readers.cvat import is_cvat, read_cvat
from labeling.ontology.readers.document import MAX_CHARACTERS, load_document
from labeling.ontology.readers.label_studio import read_label_studio
from labeling.ontology.readers.result import Losses, ReadResult, Source
from labeling.ontology.schema import parse_ontology

__all__ = ["read_ontology"]


def read_ontology(text: str) -> ReadResult:
    """The ontology in a text: Penumbra JSON or YAML, Label Studio XML, or CVAT labels.

    Raises
    ------
    OntologyError
        When the text is none of these, or describes no sound ontology.
    """
    if len(text) > MAX_CHARACTERS:
        detail = f"the text has {len(text):,} characters, at most {MAX_CHARACTERS:,} are allowed"
        raise OntologyError([Problem("", detail)])
    losses = Losses()
    source: Source = "penumbra"
    if text.removeprefix("\ufeff").lstrip().startswith("<"):
        document, source = read_label_studio(text, losses), "label_studio"
    else:
        document = load_document(text)
        if is_cvat(document):
            document, source = read_cvat(document, losses), "cvat"
    return ReadResult(parse_ontology(document).document, source, losses.as_tuple())
