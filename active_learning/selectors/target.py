"""Which question of an ontology the model learns to answer, from which fields."""

from dataclasses import dataclass

from active_learning.embeddings.field import Field
from active_learning.learners.kinds import EMBEDDED_TYPES, KINDS
from labeling.models import Project
from labeling.ontology.schema import Label, Ontology
from labeling.selectors.ontologies import ontology_of

PROPOSED = ("polygon", "mask", "cuboid")
"""Kinds whose regions are chosen among proposals."""


@dataclass(frozen=True, slots=True)
class Target:
    """The label, and the embedded fields with the one it is about first."""

    label: Label
    fields: tuple[Field, ...]

    @property
    def kind(self) -> str:
        """One of the learned `KINDS`."""
        return self.label.kind

    @property
    def classes(self) -> tuple[str, ...]:
        """Class ids in the ontology's order."""
        return tuple(item.id for item in self.label.classes)


def learning_target(project: Project) -> Target | None:
    """Return the chosen label, else the first that can be learned; None when none can.

    Those learned from proposals come last: what no proposal shows is not learned.
    """
    ontology = ontology_of(project)
    chosen = project.settings.target_label
    labels = [label for label in ontology.labels if chosen in (None, label.id)]
    labels.sort(key=lambda label: label.kind in PROPOSED)
    return next((target for label in labels if (target := _target(ontology, label))), None)


def _target(ontology: Ontology, label: Label) -> Target | None:
    about = ontology.fields[label.on]
    kind = KINDS.get(label.kind)
    if kind is None or about.type not in kind.fields or len(label.classes) == 0:
        return None
    first = Field(about.id, about.type)
    if not kind.reads_vectors:
        # Such a head reads what it marks, nothing beside it.
        return Target(label, (first,))
    if label.kind == "pairwise":
        pair = (ontology.fields[name] for name in label.fields)
        return _pair(label, tuple(Field(f.id, f.type) for f in pair))
    others = [f for f in ontology.fields.values() if f.id != about.id and f.type in EMBEDDED_TYPES]
    return Target(label, (first, *(Field(f.id, f.type) for f in others)))


def _pair(label: Label, fields: tuple[Field, ...]) -> Target | None:
    """Two values are compared only where one encoder reads both."""
    return Target(label, fields) if len({field.type for field in fields}) == 1 else None
