"""Turns an aggregation into rows: what the crowd says about each task."""

from typing import cast

from annotators.aggregation import Aggregated
from annotators.agreement import Votes
from annotators.models import Consensus
from labeling.models import Project
from labeling.ontology.parts import Label

METHOD = "dawid_skene"


def consensus_rows(
    project: Project, label: Label, votes: Votes, aggregated: Aggregated
) -> list[Consensus]:
    """Return one unsaved row a task; the votes were indexed by task ids."""
    facts = zip(
        votes.tasks,
        aggregated.value,
        aggregated.confidence,
        aggregated.is_tie,
        votes.counts().sum(1),
        strict=True,
    )
    return [
        Consensus(
            project=project,
            task_id=cast("int", task),
            label=label.id,
            method=METHOD,
            value=str(votes.values[value]),
            confidence=float(confidence),
            is_tie=bool(is_tie),
            n_votes=int(n_votes),
        )
        for task, value, confidence, is_tie, n_votes in facts
    ]
