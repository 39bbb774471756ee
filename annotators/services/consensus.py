"""Turns judgements into rows: what the crowd says about each task, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotators.aggregation.verdicts import JUDGES, Judgement, Opinion, Verdict
from annotators.aggregation.verdicts.choices import as_value, judge_choices
from annotators.aggregation.verdicts.links import judge_links, short_links
from annotators.models import Consensus
from annotators.selectors.out_of_sample import blind_predictions
from labeling.models import Project
from labeling.ontology.parts import Label, Ontology, RelationType
from labeling.regions import KINDS

__all__ = ["Judged", "judge_label", "link_rows", "store_consensus", "to_rows"]

LONGEST = 200
BATCH = 500
WRITTEN = [
    "method", "value", "confidence", "is_tie", "n_votes", "said", "reasons", "model_version",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement, and the version of the learner that voted, by task."""

    judgement: Judgement
    versions: Mapping[int, str]


def judge_label(project: Project, label: Label, opinions: Sequence[Opinion]) -> Judged:
    """Judge by the method of the label's kind; the learner votes where it was not looked at.

    Where people see its answers beforehand, theirs are not independent of it, and counting both
    would count it twice.
    """
    if label.kind != "choice" or project.settings.prelabel:
        return Judged(JUDGES[label.kind](label, opinions), {})
    blind = blind_predictions(project, label.id)
    versions = {task: version for task, (version, _) in blind.items()}
    said = {task: probabilities for task, (_, probabilities) in blind.items()}
    return Judged(judge_choices(label, opinions, said), versions)


def to_rows(project: Project, label: Label, judged: Judged) -> list[Consensus]:
    """Return one unsaved row a task."""
    judgement, versions = judged.judgement, judged.versions
    return [
        _row(
            project,
            label.id,
            judgement,
            verdict,
            value=_short(label, verdict),
            model_version=versions.get(verdict.task, ""),
        )
        for verdict in judgement.verdicts
    ]


def link_rows(
    project: Project,
    ontology: Ontology,
    relation: RelationType,
    opinions: Sequence[tuple[int, int, Mapping[str, Any]]],
    located: Mapping[int, Sequence[Mapping[str, Any]]],
) -> list[Consensus]:
    """Return one unsaved row a task with links; `located` is the consensus on its regions."""
    judgement = judge_links(ontology, relation, opinions, located)
    return [
        _row(
            project,
            relation.id,
            judgement,
            verdict,
            value=short_links(verdict.said or [], located.get(verdict.task, ()))[:LONGEST],
        )
        for verdict in judgement.verdicts
    ]


def _row(
    project: Project, label: str, judgement: Judgement, verdict: Verdict, **told: str
) -> Consensus:
    return Consensus(
        project=project,
        task_id=verdict.task,
        label=label,
        method=judgement.method,
        confidence=verdict.confidence,
        is_tie=verdict.is_tie,
        n_votes=verdict.n_votes,
        said=verdict.said,
        reasons=_reasons(judgement, verdict),
        **told,
    )


def store_consensus(*, rows: Sequence[Consensus]) -> None:
    """Write or replace rows batch by batch, so that no write is long."""
    for start in range(0, len(rows), BATCH):
        Consensus.objects.bulk_create(
            rows[start : start + BATCH],
            update_conflicts=True,
            unique_fields=["task", "label"],
            update_fields=WRITTEN,
        )


def _short(label: Label, verdict: Verdict) -> str:
    if label.kind in KINDS:
        return ">".join(str(region["class"]) for region in verdict.said)[:LONGEST]
    return (as_value(verdict.said) or "")[:LONGEST]


def _reasons(judgement: Judgement, verdict: Verdict) -> dict[str, Any]:
    return {
        "supporters": list(verdict.supporters),
        "weights": {str(who): round(weight, 4) for who, weight in verdict.weights.items()},
        "posterior": dict(verdict.posterior),
        "members": {name: round(weight, 3) for name, weight in judgement.members.items()},
    }
