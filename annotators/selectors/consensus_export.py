"""The consensus as answers that can be exported."""

from collections.abc import Sequence
from typing import Any

from annotators.models import Consensus
from labeling.formats.base import Content, ExportAnnotation
from labeling.models import Project
from labeling.regions import KINDS
from labeling.selectors.ontologies import ontology_of
from labeling.services.export_rows import MODEL, annotations_of

NUMBERS = frozenset({"rating", "number"})
LISTS = frozenset({"multichoice", "ranking", "taxonomy"})
BY = "consensus"


def consensus_answers(
    project: Project, task_ids: Sequence[int]
) -> dict[int, list[ExportAnnotation]]:
    """Return one answer a task: what the crowd says of each label that was judged.

    Where nobody was asked, what the learner accepted stands in for a crowd.
    """
    ontology = ontology_of(project)
    kinds = {label.id: label.kind for label in ontology.labels}
    links = {relation.id for relation in ontology.relations} - kinds.keys()
    found: dict[int, list[ExportAnnotation]] = {}
    for row in Consensus.objects.filter(project=project, task__in=task_ids).order_by("pk"):
        if row.label not in kinds and row.label not in links:
            continue  # judged before it was removed from the ontology
        if row.task_id not in found:
            found[row.task_id] = [ExportAnnotation(str(row.task_id), Content(), annotator=BY)]
        content, kind = found[row.task_id][0].content, kinds.get(row.label)
        if kind is None:
            content.relations += row.said or []
        elif kind in KINDS:
            content.regions += row.said or []
        else:
            content.answers[row.label] = _value(kind, row)
    alone = [task_id for task_id in task_ids if task_id not in found]
    for task_id, answers_given in annotations_of(project, alone).items():
        if accepted := [entry for entry in answers_given if entry.origin == MODEL]:
            found[task_id] = accepted
    return found


def _value(kind: str, row: Consensus) -> Any:
    """Return the answer; of rows from before answers were kept, out of the text of a vote."""
    if row.said is not None:
        return row.said
    text = row.value
    if kind in NUMBERS:
        number = float(text)
        return int(number) if number.is_integer() else number
    return text.split(">") if kind in LISTS else text
