"""Ontologies: what may be said about a task, read from JSON, checked, changed; knows no Django."""
