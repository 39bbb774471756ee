"""Which question of an ontology the model learns to answer, from which fields."""

from dataclasses import dataclass

from active_learning.embeddings.field import Field
from labeling.models import Project
from labeling.ontology.schema import Label, Ontology
from labeling.selectors.ontologies import ontology_of

LEARNED_KINDS = ("choice", "multichoice", "span")
EMBEDDED_TYPES = ("text", "html", "image", "table", "timeseries", "dialogue")
"""Field types whose values an encoder reads; the others wait for encoders of their own."""


@dataclass(frozen=True, slots=True)
class Target:
    """The label, and the embedded fields with the one it is about first."""

    label: Label
    fields: tuple[Field, ...]

    @property
    def kind(self) -> str:
        """One of `LEARNED_KINDS`."""
        return self.label.kind

    @property
    def classes(self) -> tuple[str, ...]:
        """Class ids in the ontology's order."""
        return tuple(item.id for item in self.label.classes)


def learning_target(project: Project) -> Target | None:
    """Return the chosen label, else the first that can be learned; None when none can."""
    ontology = ontology_of(project)
    chosen = project.settings.target_label
    labels = [label for label in ontology.labels if chosen in (None, label.id)]
    return next((target for label in labels if (target := _target(ontology, label))), None)


def _target(ontology: Ontology, label: Label) -> Target | None:
    about = ontology.fields[label.on]
    if label.kind not in LEARNED_KINDS or len(label.classes) == 0:
        return None
    if label.kind == "span":
        # A span head reads words of the text it marks, nothing beside it.
        is_text = about.type == "text"
        return Target(label, (Field(about.id, about.type),)) if is_text else None
    if about.type not in EMBEDDED_TYPES:
        return None
    others = [f for f in ontology.fields.values() if f.id != about.id and f.type in EMBEDDED_TYPES]
    return Target(label, tuple(Field(f.id, f.type) for f in (about, *others)))
