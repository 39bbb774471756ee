"""Readers of label configurations, ours and those of other tools."""

from labeling.ontology.readers.detect import read_ontology
from labeling.ontology.readers.result import Dropped, ReadResult

__all__ = ["Dropped", "ReadResult", "read_ontology"]
