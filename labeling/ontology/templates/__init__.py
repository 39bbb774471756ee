"""Project templates: a JSON file each, with sample tasks written and drawn for Penumbra."""

from labeling.ontology.templates.loader import Template, load_templates

__all__ = ["Template", "load_templates"]
