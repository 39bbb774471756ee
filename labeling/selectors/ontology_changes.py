"""What a new ontology would do to the answers that exist, counted and not done."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from labeling.models import Prediction, Project
from labeling.ontology.migration import Change, diff_ontologies, is_touched
from labeling.ontology.schema import Ontology
from labeling.selectors.ontologies import ontology_of

CHUNK = 500


@dataclass(frozen=True, slots=True)
class TouchedChange:
    """One change, and how many answers it alters or removes."""

    change: Change
    annotations: int
    predictions: int

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        change = self.change
        return {
            "kind": change.kind,
            "part": change.part,
            "what": change.what,
            "may_lose": change.may_lose,
            "touches": {"annotations": self.annotations, "predictions": self.predictions},
        }


def changes_of(project: Project, ontology: Ontology) -> list[TouchedChange]:
    """Return what differs from the present ontology; reads every answer once."""
    changes = diff_ontologies(ontology_of(project), ontology)
    if not changes:
        return []
    annotations = _count(changes, project.annotations.all())
    predictions = _count(changes, Prediction.objects.filter(task__project=project))
    return [
        TouchedChange(change, annotations[index], predictions[index])
        for index, change in enumerate(changes)
    ]


def _count(changes: list[Change], rows: QuerySet[Any]) -> list[int]:
    counts = [0] * len(changes)
    for content in _contents(rows):
        for index, change in enumerate(changes):
            counts[index] += is_touched(content, change)
    return counts


def _contents(rows: QuerySet[Model]) -> Iterator[dict[str, Any]]:
    keys = ("regions", "relations", "answers")
    yield from rows.order_by("pk").values(*keys).iterator(chunk_size=CHUNK)
