"""Known truths in the consensus: what is gold needs no vote, and no vote overrules it."""

from collections.abc import Sequence

from annotators.aggregation.verdicts.choices import as_value
from annotators.aggregation.verdicts.links import short_links
from annotators.models import Consensus
from labeling.models import Gold, Project
from labeling.regions import KINDS
from labeling.selectors.ontologies import ontology_of

METHOD = "gold"
LONGEST = 200


def with_truths(project: Project, rows: Sequence[Consensus]) -> list[Consensus]:
    """Put the truth in the place of what was inferred, where it says anything of the label."""
    tasks = {row.task_id for row in rows}
    golds = Gold.objects.filter(task__project=project, task__annotation_count__gt=0)
    truths = {gold.task_id: gold for gold in golds if gold.task_id in tasks}
    kinds = {label.id: label.kind for label in ontology_of(project).labels}
    for row in rows:
        if gold := truths.get(row.task_id):
            _overrule(row, gold, kinds.get(row.label))
    return list(rows)


def _overrule(row: Consensus, gold: Gold, kind: str | None) -> None:
    if kind is None:
        # A relation: its ends are gold's regions, which took the place of those inferred.
        row.said = [link for link in gold.relations if link["label"] == row.label]
        row.value = short_links(row.said, gold.regions)[:LONGEST]
    elif kind in KINDS:
        row.said = [region for region in gold.regions if region["label"] == row.label]
        row.value = ">".join(str(region["class"]) for region in row.said)[:LONGEST]
    elif gold.answers.get(row.label) is not None:
        row.said = gold.answers[row.label]
        row.value = (as_value(row.said) or "")[:LONGEST]
    else:
        return
    row.method, row.confidence, row.is_tie, row.model_version = METHOD, 1.0, False, ""
    row.reasons = row.reasons | {"posterior": {}, "members": {}}
