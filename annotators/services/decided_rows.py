"""What a reviewer decided, as rows of the consensus: it goes before what the crowd says."""

from collections.abc import Sequence
from typing import Any

from annotators.aggregation.verdicts.choices import as_value
from annotators.aggregation.verdicts.links import short_links
from annotators.agreement.content import pair_agreement
from annotators.agreement.links import link_agreement
from annotators.models import Adjudication, Consensus
from labeling.models import Project, Task
from labeling.ontology.parts import Label, Ontology
from labeling.regions import KINDS
from labeling.selectors.ontologies import ontology_of

METHOD = "adjudicated"
LONGEST = 200
SAME = 0.75
"""Agreement from which somebody said the same: of marks, the overlap."""


def decided_rows(project: Project, found: Adjudication) -> list[Consensus]:
    """Return the unsaved rows of one decision, one a label that it says something about."""
    ontology = ontology_of(project)
    content = content_of(found)
    said_before = {
        answer.annotator_id: {
            "regions": answer.regions,
            "relations": answer.relations,
            "answers": answer.answers,
        }
        for answer in Task(pk=found.task_id).annotations.all()
    }
    rows = [
        _row(project, found, label, content, said_before)
        for label in ontology.labels
        if speaks(label, content)
    ]
    return rows + _link_rows(project, found, ontology, said_before)


def with_decisions(project: Project, rows: Sequence[Consensus]) -> list[Consensus]:
    """Put what was decided in the place of what was inferred."""
    decided = {row.task_id: row for row in Adjudication.objects.filter(project=project)}
    if not decided:
        return list(rows)
    kept = [row for row in rows if row.task_id not in decided]
    return kept + [row for one in decided.values() for row in decided_rows(project, one)]


def content_of(found: Adjudication) -> dict[str, Any]:
    """Return a decision as an answer's content."""
    return {"regions": found.regions, "relations": found.relations, "answers": found.answers}


def agrees(ontology: Ontology, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two contents say the same, label by label."""
    found = [pair_agreement(label, one, other) for label in ontology.labels]
    known = [score for score in found if score is not None]
    return not known or min(known) >= SAME


def speaks(label: Label, content: dict[str, Any]) -> bool:
    """Whether a content says something about a label; no mark at all is an answer too."""
    return label.kind in KINDS or content["answers"].get(label.id) is not None


def _link_rows(
    project: Project,
    found: Adjudication,
    ontology: Ontology,
    said_before: dict[int, dict[str, Any]],
) -> list[Consensus]:
    """Return the links of each relation that the decision drew any of."""
    content = content_of(found)
    rows = []
    for relation in ontology.relations:
        links = [link for link in found.relations if link["label"] == relation.id]
        if not links or ontology.label(relation.id) is not None:
            continue
        scores = {
            who: link_agreement(ontology, relation, content, said)
            for who, said in said_before.items()
        }
        supporters = [who for who, score in scores.items() if score is None or score >= SAME]
        row = _decided(project, found, relation.id, links, supporters)
        row.value, row.n_votes = short_links(links, found.regions)[:LONGEST], len(said_before)
        rows.append(row)
    return rows


def _row(
    project: Project,
    found: Adjudication,
    label: Label,
    content: dict[str, Any],
    said_before: dict[int, dict[str, Any]],
) -> Consensus:
    scores = {who: pair_agreement(label, content, said) for who, said in said_before.items()}
    supporters = [who for who, score in scores.items() if score is None or score >= SAME]
    marks = [region for region in content["regions"] if region["label"] == label.id]
    said = marks if label.kind in KINDS else content["answers"].get(label.id)
    short = (
        ">".join(str(mark["class"]) for mark in marks) if label.kind in KINDS else as_value(said)
    )
    row = _decided(project, found, label.id, said, supporters)
    row.value, row.n_votes = (short or "")[:LONGEST], len(said_before)
    return row


def _decided(
    project: Project, found: Adjudication, label: str, said: Any, supporters: list[int]
) -> Consensus:
    reasons = {"supporters": supporters, "weights": {}, "posterior": {}, "members": {}}
    return Consensus(
        project=project,
        task_id=found.task_id,
        label=label,
        method=METHOD,
        confidence=1.0,
        said=said,
        reasons=reasons | {"reviewer": found.reviewer_id},
    )
