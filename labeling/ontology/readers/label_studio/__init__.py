"""Reads Label Studio's XML configurations."""

from labeling.ontology.readers.label_studio.config import read_label_studio

__all__ = ["read_label_studio"]
