"""Judging a project: agreement per label and pair, consensus per task, figures per annotator."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Max

from annotators.aggregation.verdicts.choices import as_value
from annotators.agreement import Coefficient, Votes, cohen_kappa, krippendorff_alpha
from annotators.agreement.content import (
    METRIC_OF_KIND,
    VOTED,
    distance_of_kind,
    pair_agreement,
    task_agreement,
)
from annotators.agreement.links import LINK_METRIC, link_agreement
from annotators.agreement.result import with_interval
from annotators.models import Consensus, QualityReport
from annotators.services.consensus import judge_label, link_rows, store_consensus, to_rows
from annotators.services.decided_rows import with_decisions
from annotators.services.truth_rows import with_truths
from labeling.models import Annotation, Project, Task
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.ontology.parts import Label, Ontology
from labeling.regions import KINDS
from labeling.selectors.ontologies import ontology_of

MANY_PAIRS = 30
Opinion = tuple[int, int, dict[str, Any]]
"""Task id, annotator id, content."""


@dataclass(slots=True)
class Judged:
    """What one pass over the annotations found."""

    labels: list[Coefficient] = field(default_factory=list)
    label_ids: list[str] = field(default_factory=list)
    with_crowd: defaultdict[Hashable, list[float]] = field(
        default_factory=lambda: defaultdict(list)
    )
    accuracy: dict[Hashable, float] = field(default_factory=dict)
    consensus: list[Consensus] = field(default_factory=list)
    pairs: list[dict[str, Any]] = field(default_factory=list)


def refresh_quality(*, project: Project, tell: Callable[[int, int], None] | None = None) -> None:
    """Compute everything from the annotations as they are now, and store it in short writes."""
    ontology = ontology_of(project)
    last = project.annotations.aggregate(last=Max("updated_at"))["last"]
    opinions = list(_opinions(project))
    rng = np.random.default_rng(project.pk)
    judged = Judged()
    for done, label in enumerate(ontology.labels):
        if tell:
            tell(done, len(ontology.labels))
        if label.kind in VOTED:
            _judge_votes(project, label, opinions, judged, rng)
        elif label.kind in METRIC_OF_KIND:
            row = (label.id, METRIC_OF_KIND[label.kind])
            _judge_pairs(row, partial(pair_agreement, label), opinions, judged, rng)
        _judge_consensus(project, label, opinions, judged)
    for relation in ontology.relations:
        row = (relation.id, LINK_METRIC)
        _judge_pairs(row, partial(link_agreement, ontology, relation), opinions, judged, rng)
    _judge_links(project, ontology, opinions, judged)
    _store(project, judged, last)


def refresh_task_agreement(*, project: Project, task: Task) -> None:
    """Write one task's agreement, so that lists and filters know it at once."""
    contents = list(task.annotations.values("regions", "relations", "answers"))
    agreement = task_agreement(ontology_of(project), contents)
    project.tasks.filter(pk=task.pk).update(agreement=agreement)


def _opinions(project: Project) -> Iterator[Opinion]:
    columns = ("task_id", "annotator_id", "regions", "relations", "answers")
    # Labels that the learner accepted are nobody's opinion.
    people = Annotation.objects.filter(project=project).exclude(origin=ACCEPTED_ORIGIN)
    rows = people.values_list(*columns)
    for task, who, regions, relations, answers in rows.iterator(chunk_size=2000):
        yield task, who, {"regions": regions, "relations": relations, "answers": answers}


def _judge_votes(
    project: Project,
    label: Label,
    opinions: list[Opinion],
    judged: Judged,
    rng: np.random.Generator,
) -> None:
    """Chance-corrected agreement and pairwise kappa of a choice."""
    given = (
        (task, who, as_value(content["answers"].get(label.id))) for task, who, content in opinions
    )
    votes = Votes.from_rows(given, [class_.id for class_ in label.classes])
    judged.label_ids.append(label.id)
    judged.labels.append(krippendorff_alpha(votes, distance=distance_of_kind(label.kind), rng=rng))
    if not len(votes.task):
        return
    _note_crowd(votes, judged)
    judged.pairs += _pairs(label, votes, rng)


def _judge_consensus(
    project: Project, label: Label, opinions: list[Opinion], judged: Judged
) -> None:
    """What the crowd says, by the method of the label's kind; how far it trusts whom."""
    said = [(task, who, _said(label, content)) for task, who, content in opinions]
    found = judge_label(project, label, said)
    judged.consensus += to_rows(project, label, found)
    if label.kind in VOTED:
        judged.accuracy.update(dict(found.judgement.ability.items()))


def _judge_links(
    project: Project, ontology: Ontology, opinions: list[Opinion], judged: Judged
) -> None:
    """What the crowd says is linked, between the regions of its consensus."""
    located: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    kinds = {label.id: label.kind for label in ontology.labels}
    for row in judged.consensus:
        if kinds[row.label] in KINDS:
            located[row.task_id] += row.said or []
    for relation in ontology.relations:
        if relation.id not in kinds:  # a consensus is kept by task and name
            judged.consensus += link_rows(project, ontology, relation, opinions, located)


def _said(label: Label, content: dict[str, Any]) -> Any:
    if label.kind in KINDS:
        return [region for region in content["regions"] if region["label"] == label.id]
    return content["answers"].get(label.id)


def _note_crowd(votes: Votes, judged: Judged) -> None:
    """Compare each vote with the other votes on its task: agreement with peers."""
    counts = votes.counts()
    others = counts.sum(1)[votes.task] - 1
    same = counts[votes.task, votes.value] - 1
    for who, shared, among in zip(votes.annotator, same, others, strict=True):
        if among > 0:
            judged.with_crowd[votes.annotators[who]].append(shared / among)


def _pairs(label: Label, votes: Votes, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Cohen's kappa of the annotators with the most votes, two by two."""
    busiest = np.argsort(-np.bincount(votes.annotator))[:MANY_PAIRS]
    given = {
        int(who): dict(zip(votes.task[mine], votes.value[mine], strict=True))
        for who in busiest
        for mine in [votes.annotator == who]
    }
    found = []
    for one, two in combinations(sorted(given), 2):
        common = sorted(given[one].keys() & given[two].keys())
        first = np.asarray([given[one][task] for task in common], dtype=np.int64)
        second = np.asarray([given[two][task] for task in common], dtype=np.int64)
        kappa = cohen_kappa(first, second, rng=rng)
        if kappa.value is not None:
            pair = {"a": votes.annotators[one], "b": votes.annotators[two]}
            found.append(pair | {"label": label.id, "value": kappa.value, "tasks": kappa.n_tasks})
    return found


def _judge_pairs(
    row: tuple[str, str],
    agreement: Callable[[dict[str, Any], dict[str, Any]], float | None],
    opinions: list[Opinion],
    judged: Judged,
    rng: np.random.Generator,
) -> None:
    """Mean pairwise agreement of marks, sets or links, tasks weighing the same.

    `row` names what is judged, and by which metric.
    """
    by_task: defaultdict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for task, who, content in opinions:
        by_task[task].append((who, content))
    means = []
    for given in by_task.values():
        scores = []
        for (one, first), (two, second) in combinations(given, 2):
            score = agreement(first, second)
            if score is not None:
                scores.append(score)
                judged.with_crowd[one].append(score)
                judged.with_crowd[two].append(score)
        if scores:
            means.append(sum(scores) / len(scores))
    name, metric = row
    table = np.asarray(means)
    judged.label_ids.append(name)
    judged.labels.append(
        with_interval(metric, len(table), lambda at: float(table[at].mean()), rng)
        if means
        else Coefficient(metric, None, 0, reason="no_task_with_two_votes")
    )


def _store(project: Project, judged: Judged, last: Any) -> None:
    """Replace the old consensus batch by batch, then the report, so that no write is long."""
    labels = [
        {"label": label_id, "metric": result.metric, "value": result.value, "low": result.low}
        | {"high": result.high, "tasks": result.n_tasks, "reason": result.reason}
        for label_id, result in zip(judged.label_ids, judged.labels, strict=True)
    ]
    store_consensus(rows=with_decisions(project, with_truths(project, judged.consensus)))
    people = {
        str(who): {"agreement": float(np.mean(scores)), "agreement_n": len(scores)}
        for who, scores in judged.with_crowd.items()
    }
    for who, accuracy in judged.accuracy.items():
        people.setdefault(str(who), {})["accuracy"] = accuracy
    with transaction.atomic():
        QualityReport.objects.update_or_create(
            project=project,
            defaults={
                "labels": labels,
                "pairs": judged.pairs,
                "annotators": people,
                "last_annotation": last,
            },
        )
