"""Writes ontologies as other tools' configurations."""
