"""How far an answer meets a known truth, label by label, with partial credit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotators.services.facts.scored import grade
from labeling.models import Gold, Project
from labeling.selectors.ontologies import ontology_of

Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Grade:
    """Mean credit, and label by label."""

    credit: float
    credits: dict[str, float]


def graded(project: Project, truth: Content, said: Content) -> Grade | None:
    """Return the credit by each kind's own metric; None where the truth says nothing."""
    empty_counts = project.settings.allow_empty
    found = {
        label.id: round(credit, 4)
        for label in ontology_of(project).labels
        if (credit := grade(label, truth, said, empty_counts=empty_counts)) is not None
    }
    return Grade(sum(found.values()) / len(found), found) if found else None


def truth_of(gold: Gold) -> dict[str, Any]:
    """Return the known answer as a content."""
    return {"regions": gold.regions, "relations": gold.relations, "answers": gold.answers}
