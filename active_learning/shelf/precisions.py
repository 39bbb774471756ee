"""In which precisions a version can be written, by what it reads."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from active_learning.embeddings.field import Field

__all__ = [
    "ALL_PRECISIONS",
    "FORMS",
    "FULL",
    "HEAD_FORMS",
    "precisions_of",
    "why_not_exportable",
]

FULL = "full"
KINDS = ("choice", "multichoice")
FORMS: Mapping[str, str] = MappingProxyType(
    {
        "image": "pixels",
        **dict.fromkeys(("text", "html", "dialogue", "document"), "ids"),
    }
)
"""What a graph reads of a field."""
ALL_PRECISIONS: Mapping[str, str] = MappingProxyType(
    {
        FULL: "as it is served",
        "weights": "int8 weights, counted in floats",
        "static": "int8 sums, ranges measured on labelled tasks",
        "dynamic": "int8 sums, ranges found at each call",
    }
)


HEAD_FORMS: Mapping[str, str] = MappingProxyType({"torch": "torch", "openvino": "openvino"})
"""Runtimes for which the head is written beside the encoders, and the packages that write it."""


def precisions_of(fields: Sequence[Field]) -> tuple[str, ...]:
    """Return the forms that say something: sums of texts are in int8 as they are served."""
    graphs: tuple[str, ...] = (FULL, "weights")
    if any(field.type == "image" for field in fields):
        graphs = tuple(ALL_PRECISIONS)
    here = (form for form, package in HEAD_FORMS.items() if importlib.util.find_spec(package))
    return (*graphs, *here)


def why_not_exportable(kind: str, fields: Sequence[Field]) -> str:
    """Return why a version cannot be written as one graph; empty if it can."""
    if kind not in KINDS:
        return f"A label of the kind {kind} is read in steps that one graph does not hold."
    strange = sorted({field.type for field in fields if field.type not in FORMS})
    if strange:
        return f"Fields of the type {', '.join(strange)} are read by code, not by a graph."
    return ""
