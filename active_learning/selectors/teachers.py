"""Which models may teach a training: versions of the shelf, and models that people brought."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from active_learning.models import ModelVersion, PluggedModel
from active_learning.selectors.plugged import plugged_card
from active_learning.selectors.prelabeling import plugged_source
from active_learning.selectors.target import Target
from labeling.models import Project
from labeling.selectors.ontologies import ontology_of

__all__ = ["Candidate", "find_teacher", "list_teachers", "name_teacher"]

VERSION, BROUGHT = "version", "model"
MOST_OFFERED = 50


@dataclass(frozen=True)
class Candidate:
    """A model that answers the project's label with a distribution over classes.

    Attributes
    ----------
    model : the row
    classes : those it tells apart; None where a server says them only when it is asked
    """

    model: ModelVersion | PluggedModel
    classes: frozenset[str] | None

    @property
    def id(self) -> str:
        """Its name in a recipe."""
        return f"{VERSION if self.is_version else BROUGHT}:{self.model.pk}"

    @property
    def is_version(self) -> bool:
        """Whether it is one of the shelf."""
        return isinstance(self.model, ModelVersion)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.model.name

    def lacks(self, classes: Iterable[str]) -> list[str]:
        """Return the classes that it does not know."""
        return [] if self.classes is None else sorted(set(classes) - self.classes)

    def as_json(self) -> dict[str, Any]:
        """Return the wire form of a choice in the form."""
        shown = {"id": self.id, "name": self.name, "size_bytes": self.model.size_bytes or None}
        if isinstance(self.model, ModelVersion):
            return shown | {"number": self.model.number, "accuracy": self.model.accuracy}
        return shown | {"number": None, "accuracy": None}


def list_teachers(project: Project, target: Target) -> list[Candidate]:
    """Return what may teach the label, versions first, the newest before older ones."""
    versions = ModelVersion.objects.filter(
        project=project, label=target.label.id, kind=target.kind, archived__isnull=True
    ).order_by("-number")[:MOST_OFFERED]
    # Older ones may read vectors that are made no more; the newest says which are.
    layout = versions[0].layout if versions else ""
    own = [Candidate(row, frozenset(row.classes)) for row in versions if row.layout == layout]
    brought = (_brought(row, target) for row in project.plugged_models.order_by("name"))
    return [*own, *(one for one in brought if one is not None)]


def find_teacher(project: Project, target: Target, wanted: str) -> Candidate | None:
    """Return the teacher that a recipe names, if it may teach."""
    return next((one for one in list_teachers(project, target) if one.id == wanted), None)


def name_teacher(project: Project, wanted: str) -> dict[str, Any] | None:
    """Return how a recipe's teacher is called, whether or not it can teach today."""
    kind, _, number = wanted.partition(":")
    if not number:
        return None
    if kind == BROUGHT:
        plugged = project.plugged_models.filter(pk=number).first()
        return {"name": plugged.name if plugged else wanted, "number": None}
    version = project.learned_versions.filter(pk=number).first()
    return {"name": version.name if version else wanted, "number": version and version.number}


def _brought(plugged: PluggedModel, target: Target) -> Candidate | None:
    card = plugged_card(plugged.project, plugged.card_id) if plugged.can_propose else None
    source = card and plugged_source(plugged, card, ontology_of(plugged.project))
    if not source:
        return None
    for place in source.places:
        if place.label == target.label.id:
            return Candidate(plugged, frozenset(place.classes.values()) or None)
    return None
