"""Parsed ontologies: a version never changes, so each is parsed once per process."""

from functools import lru_cache
from typing import Any

from labeling.kernel.errors import BadInput, Problem
from labeling.media.registry import takes_files
from labeling.models import OntologyVersion, Project
from labeling.ontology.schema import Ontology, OntologyError, parse_ontology


def ontology_of(project: Project) -> Ontology:
    """Return the project's present ontology."""
    return parsed_ontology(project.pk, project.ontology_number)


@lru_cache(maxsize=256)
def parsed_ontology(project_id: int, number: int) -> Ontology:
    """Return one version, parsed; keyed by what never changes."""
    version = OntologyVersion.objects.get(project_id=project_id, number=number)
    return parse_ontology(version.document)


def read_ontology(document: Any) -> Ontology:
    """Return the ontology that a client's document describes, or every place that is wrong."""
    try:
        return parse_ontology(document)
    except OntologyError as error:
        raise bad_ontology(error) from error


def bad_ontology(error: OntologyError) -> BadInput:
    """Return the refusal of a faulty document."""
    problems: list[Problem] = [
        {"pointer": p.pointer, "detail": p.detail} | ({"line": p.line} if p.line else {})
        for p in error.problems
    ]
    first = problems[0]
    place = f"line {first['line']}" if "line" in first else first["pointer"] or "/"
    return BadInput(
        f"The ontology is wrong at {place}: {first['detail']}", code="bad_ontology", errors=problems
    )


def media_fields(ontology: Ontology) -> tuple[str, ...]:
    """Return the names of the fields whose values can be files."""
    return tuple(name for name, field in ontology.fields.items() if takes_files(field.type))
