"""What is believed of one task now: of every label that people's opinions add up on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.verdicts import JUDGES
from annotators.aggregation.verdicts.choices import as_value
from annotators.agreement.content import pair_agreement
from annotators.assignment import Known, agreed_confidence, class_accuracy, vote_posterior
from annotators.models import RoutingPlan, Standing
from labeling.models import AnnotationState, Gold, Prediction, Project, Task
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.ontology.parts import Label
from labeling.selectors.ontologies import ontology_of

BY_VALUE = frozenset({"choice", "pairwise"})
SHOWN = 1e-3
Content = Mapping[str, Any]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Belief:
    """The label in most doubt, and how likely its consensus is right."""

    label: str
    confidence: float
    n_votes: int
    posterior: Mapping[str, float] = field(default_factory=dict)


def believe(*, project: Project, plan: RoutingPlan, task: Task) -> Belief | None:
    """Return the belief of the label in most doubt; None where nobody said anything yet.

    A task whose truth is known is as sure as can be. Rejected answers and the model's own labels
    are nobody's opinion.
    """
    rows = (
        task.annotations.exclude(state=AnnotationState.REJECTED)
        .exclude(origin=ACCEPTED_ORIGIN)
        .order_by("pk")
        .values_list("annotator_id", "regions", "answers")
    )
    given = {who: {"regions": r, "answers": a, "relations": []} for who, r, a in rows}
    if not given:
        return None
    labels = [label for label in ontology_of(project).labels if label.kind in JUDGES]
    if Gold.objects.filter(task=task).exists():
        return Belief(labels[0].id if labels else "", 1.0, len(given))
    standings = {s.user_id: s for s in Standing.objects.filter(project=project, user__in=given)}
    model = _model(plan, project, task)
    found = [
        belief
        for label in labels
        if (belief := _of_label(label, plan, given, standings, model)) is not None
    ]
    return min(found, key=lambda one: one.confidence, default=None)


def _of_label(
    label: Label,
    plan: RoutingPlan,
    given: Mapping[int, Content],
    standings: Mapping[int, Standing],
    model: Mapping[str, Any],
) -> Belief | None:
    crowd = _crowd(plan, label.id)
    known = {who: _known(standings.get(who), label.id) for who in given}
    if label.kind in BY_VALUE:
        classes = [class_.id for class_ in label.classes]
        before = _before(plan, label.id, classes, model)
        accuracy_of = {who: class_accuracy(known[who], classes, crowd) for who in given}
        temper = float(plan.crowd.get("temper", {}).get(label.id, 1.0))
        return _by_value(label, _votes(label, given, accuracy_of), before, temper)
    who = list(given)
    agreement = np.eye(len(who))
    speaks = False
    for i, one in enumerate(who):
        for j in range(i):
            alike = pair_agreement(label, given[one], given[who[j]])
            speaks = speaks or alike is not None
            agreement[i, j] = agreement[j, i] = 1.0 if alike is None else alike
    if not speaks and pair_agreement(label, given[who[0]], given[who[0]]) is None:
        return None
    accuracy = np.asarray([known[one].accuracy(crowd) for one in who]).clip(0.02, 0.98)
    return Belief(label.id, float(agreed_confidence(agreement, accuracy).max()), len(who))


def _votes(
    label: Label, given: Mapping[int, Content], accuracy: Mapping[int, Array]
) -> list[tuple[int, Array]]:
    """Return the index of the value that each voter gave, and their accuracy."""
    at = {class_.id: index for index, class_ in enumerate(label.classes)}
    return [
        (at[value], accuracy[who])
        for who, content in given.items()
        if (value := as_value(content["answers"].get(label.id))) in at
    ]


def _by_value(
    label: Label, votes: Sequence[tuple[int, Array]], before: Array, temper: float
) -> Belief | None:
    if not votes:
        return None
    classes = [class_.id for class_ in label.classes]
    posterior = vote_posterior(before, votes, temper=temper)
    likely = {
        name: round(float(p), 4) for name, p in zip(classes, posterior, strict=True) if p >= SHOWN
    }
    return Belief(label.id, float(posterior.max()), len(votes), likely)


def _before(
    plan: RoutingPlan, label: str, classes: Sequence[str], model: Mapping[str, Any]
) -> Array:
    """Shares of classes as the crowd has them so far, and what the model says where it counts."""
    shares = plan.crowd.get("shares", {}).get(label, {})
    found = np.asarray([float(shares.get(name, 0.0)) for name in classes]) + 0.5 / len(classes)
    said = model.get(label)
    if isinstance(said, dict):
        steepness = plan.steepness.get(label, 0.0)
        found = found * np.asarray([max(said.get(n, 0.0), 1e-3) for n in classes]) ** steepness
    shared: Array = found / found.sum()
    return shared


def _model(plan: RoutingPlan, project: Project, task: Task) -> Mapping[str, Any]:
    """What the model said, where people do not see it before they answer."""
    if not plan.counts_model or project.settings.prelabel or not project.model_version:
        return {}
    said = Prediction.objects.filter(task=task, model_version=project.model_version).first()
    return said.probabilities if said else {}


def _crowd(plan: RoutingPlan, label: str) -> Known:
    crowd = plan.crowd
    return Known(
        crowd.get("right", 0.0),
        crowd.get("answered", 0.0),
        crowd.get("by_class", {}).get(label, {}),
    )


def _known(standing: Standing | None, label: str) -> Known:
    if standing is None:
        return Known()
    return Known(standing.right, standing.answered, standing.by_class.get(label, {}))
