"""Changes of an ontology as typed values, and what they do to annotations."""

from labeling.ontology.migration.apply import apply_changes, is_touched
from labeling.ontology.migration.changes import Change, ChangeKind
from labeling.ontology.migration.diff import diff_ontologies

__all__ = ["Change", "ChangeKind", "apply_changes", "diff_ontologies", "is_touched"]
