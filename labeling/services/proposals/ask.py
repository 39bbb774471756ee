"""The question that every source of proposals is asked, and what it may answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from labeling.models import Asset
from labeling.ontology.objects import identities_between, objects_of
from labeling.ontology.parts import Label, Ontology

__all__ = ["Ask", "Proposal", "Region", "Source", "class_for"]

Region = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One region that may be the same thing, and why.

    Attributes
    ----------
    geometry
        Where a new region would lie; None where `region` names one that is there.
    score
        0 to 1, to rank by; sources keep to one scale: 0.9 and more is as good as certain.
    code, params
        The reason, in words of the clients' catalogues.
    text
        What a new span would read.
    """

    on: str
    label: str
    class_id: str | None
    score: float
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    geometry: Mapping[str, Any] | None = None
    region: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A marked region of a task as it stands on somebody's screen.

    Attributes
    ----------
    data
        The task's values.
    assets
        The stored file in each field that has one.
    read
        Gives a view of a field's file as JSON (`words` of a page, `ocr`); made once and kept.
    frames
        Which frame fields with frames show on the screen: 0 where not said.
    """

    project_id: int
    task_id: int
    ontology: Ontology
    data: Mapping[str, Any]
    assets: Mapping[str, Asset]
    regions: Sequence[Region]
    relations: Sequence[Mapping[str, Any]]
    region: Region
    read: Callable[..., Any]
    frames: Mapping[str, int] = field(default_factory=dict)

    @property
    def label(self) -> Label:
        """The label of the region."""
        found = self.ontology.label(str(self.region["label"]))
        assert found is not None  # read_ask made sure
        return found

    @property
    def targets(self) -> tuple[Label, ...]:
        """Labels of other fields that a relation with identity leads to."""
        return tuple(
            other
            for other in self.ontology.labels
            if other.on != self.label.on and identities_between(self.ontology, self.label, other)
        )

    @property
    def linked(self) -> frozenset[str]:
        """Regions that are the same object already, this one among them."""
        content = {"regions": self.regions, "relations": self.relations}
        mine = str(self.region["id"])
        own = (o.regions for o in objects_of(self.ontology, content) if mine in o.regions)
        return frozenset(next(own, (mine,)))

    def candidates(self, label: Label) -> Iterator[Region]:
        """Regions of a label that are not the same object yet."""
        linked = self.linked
        for region in self.regions:
            if region["label"] == label.id and region["id"] not in linked:
                yield region

    def type_of(self, field_id: str) -> str:
        """The type of a field."""
        return self.ontology.fields[field_id].type

    def there(self, region: Region, score: float, code: str, **params: Any) -> Proposal:
        """Propose a region that is there."""
        label = self.ontology.label(str(region["label"]))
        assert label is not None
        named = region.get("class")
        return Proposal(label.on, label.id, named, score, code, params, region=str(region["id"]))

    def new(
        self,
        label: Label,
        geometry: Mapping[str, Any],
        score: float,
        code: str,
        *,
        surface: str | None = None,
        **params: Any,
    ) -> Proposal:
        """Propose a new region."""
        named = class_for(label, self.label, self.region.get("class"))
        return Proposal(
            label.on, label.id, named, score, code, params, geometry=geometry, text=surface
        )


Source = Callable[[Ask], Sequence[Proposal]]
"""Proposals for a region, in any order; a `PenumbraError` is told beside those of other sources."""


def class_for(label: Label, other: Label, class_id: str | None) -> str | None:
    """The class of `label` with that id, else with the name it has in `other`, else the first."""
    theirs = other.class_(class_id) if class_id else None
    named = theirs.name.lower() if theirs else None
    for item in label.classes:
        if item.id == class_id:
            return item.id
    for item in label.classes:
        if item.name.lower() == named:
            return item.id
    return label.classes[0].id if label.classes else None
