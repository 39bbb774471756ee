"""Learns from known truths how far votes may be added up, label by label."""

from collections import defaultdict

import numpy as np

from annotators.aggregation.verdicts.choices import as_value
from annotators.assignment import Known, class_accuracy, evidence_temper, vote_evidence
from annotators.models import Standing
from labeling.models import Annotation, AnnotationState, Gold, Project
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.ontology.parts import Label
from labeling.selectors.ontologies import ontology_of

LEAST_TRUTHS = 20
"""Tasks of known truth that several people answered, below which nothing is learned."""
Answers = dict[int, list[tuple[int, dict[str, object]]]]
"""Task → who said what."""


def learn_tempers(*, project: Project, shares: dict[str, dict[str, float]]) -> dict[str, float]:
    """Return the power of votes by label id, of labels with enough known truths.

    Gold only: what a reviewer decided were tasks in doubt, on which people err more than elsewhere.
    """
    truths = dict(
        Gold.objects.filter(task__project=project, task__annotation_count__gt=1).values_list(
            "task_id", "answers"
        )
    )
    if len(truths) < LEAST_TRUTHS:
        return {}
    given: Answers = defaultdict(list)
    rows = (
        Annotation.objects.filter(project=project, task__in=truths)
        .exclude(state=AnnotationState.REJECTED)
        .exclude(origin=ACCEPTED_ORIGIN)
    )
    for task, who, answers in rows.values_list("task_id", "annotator_id", "answers"):
        given[task].append((who, answers))
    standings = {row.user_id: row for row in Standing.objects.filter(project=project)}
    found = {}
    for label in ontology_of(project).labels:
        if label.kind == "choice":
            temper = _temper(label, truths, given, standings, shares.get(label.id, {}))
            if temper is not None:
                found[label.id] = round(temper, 3)
    return found


def _temper(
    label: Label,
    truths: dict[int, dict[str, object]],
    given: Answers,
    standings: dict[int, Standing],
    shares: dict[str, float],
) -> float | None:
    classes = [class_.id for class_ in label.classes]
    at = {name: index for index, name in enumerate(classes)}
    skill = {who: class_accuracy(_known(row, label.id), classes) for who, row in standings.items()}
    stranger = class_accuracy(Known(), classes)
    evidence, truth = [], []
    for task, answers in truths.items():
        said = [
            (at[value], skill.get(who, stranger))
            for who, content in given[task]
            if (value := as_value(content.get(label.id))) in at
        ]
        right = at.get(as_value(answers.get(label.id)) or "")
        if right is not None and len(said) > 1:
            evidence.append(vote_evidence(len(classes), said))
            truth.append(right)
    if len(truth) < LEAST_TRUTHS:
        return None
    before = np.asarray([float(shares.get(name, 0.0)) for name in classes]) + 0.5 / len(classes)
    return evidence_temper(np.stack(evidence), before / before.sum(), np.asarray(truth))


def _known(row: Standing, label: str) -> Known:
    return Known(row.right, row.answered, row.by_class.get(label, {}))
