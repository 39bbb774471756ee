"""Ontologies: what may be said about a task, read from JSON, checked, changed; knows no Django."""

from labeling.ontology.annotation import validate_annotation
from labeling.ontology.normalizing import merge_duplicates, normalize_annotation
from labeling.ontology.parts import Attribute, Field, Label, LabelClass, Ontology, RelationType
from labeling.ontology.problems import OntologyError, Problem
from labeling.ontology.schema import parse_ontology

__all__ = [
    "Attribute",
    "Field",
    "Label",
    "LabelClass",
    "Ontology",
    "OntologyError",
    "Problem",
    "RelationType",
    "merge_duplicates",
    "normalize_annotation",
    "parse_ontology",
    "validate_annotation",
]
