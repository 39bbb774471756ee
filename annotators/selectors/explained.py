"""Why a consensus is what it is: who said what, how far each is trusted, what else there was."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotators.aggregation.verdicts.links import short_links
from annotators.models import Consensus
from labeling.models import Annotation, Project, Task, User
from labeling.regions import KINDS
from labeling.selectors.ontologies import ontology_of

LINK = "relation"


@dataclass(frozen=True, slots=True)
class Voice:
    """What one person said, and how far they were trusted; None where they came in later."""

    user: User
    said: Any
    weight: float | None
    supports: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """One label's consensus with its reasons; what was said of links is told by their classes."""

    row: Consensus
    kind: str
    said: Any
    voices: list[Voice]


def explained_consensus(project: Project, task: Task) -> list[Explained]:
    """Return each label's consensus on a task, in the order of the ontology."""
    rows = {row.label: row for row in Consensus.objects.filter(project=project, task=task)}
    given = list(
        Annotation.objects.filter(project=project, task=task)
        .select_related("annotator")
        .order_by("pk")
    )
    ontology = ontology_of(project)
    found = [
        Explained(row, label.kind, _said(row), _voices(row, label.kind, given))
        for label in ontology.labels
        if (row := rows.get(label.id))
    ]
    for relation in ontology.relations:
        if relation.id in rows and ontology.label(relation.id) is None:
            row = rows[relation.id]
            said = [row.value] if row.said else []
            found.append(Explained(row, LINK, said, _link_voices(row, given)))
    return found


def _said(row: Consensus) -> Any:
    """Rows from before answers were kept have the text of a vote alone."""
    return row.value if row.said is None else row.said


def _link_voices(row: Consensus, given: list[Annotation]) -> list[Voice]:
    """Links are told by the classes of their ends: ids of regions say nothing to a reader."""
    weights: Mapping[str, float] = row.reasons.get("weights", {})
    supporters = set(row.reasons.get("supporters", ()))
    voices = []
    for annotation in given:
        drawn = [link for link in annotation.relations if link["label"] == row.label]
        said = [short_links(drawn, annotation.regions)] if drawn else []
        who = annotation.annotator
        voices.append(Voice(who, said, weights.get(str(who.pk)), who.pk in supporters))
    return voices


def _voices(row: Consensus, kind: str, given: list[Annotation]) -> list[Voice]:
    weights: Mapping[str, float] = row.reasons.get("weights", {})
    supporters = set(row.reasons.get("supporters", ()))
    voices = []
    for annotation in given:
        if kind in KINDS:
            said: Any = [mark for mark in annotation.regions if mark["label"] == row.label]
        else:
            said = annotation.answers.get(row.label)
        who = annotation.annotator
        if said is not None:
            weight = weights.get(str(who.pk))
            voices.append(Voice(who, said, weight, who.pk in supporters))
    return voices
