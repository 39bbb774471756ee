"""Labels without values: each answer is graded by its kind's measure, with partial credit."""

from collections import defaultdict

import numpy as np

from annotators.ability import score_draws
from annotators.aggregation.verdicts.choices import as_value
from annotators.agreement.content import pair_agreement
from annotators.models import Consensus
from annotators.services.facts.evidence import Content, Evidence, Truth
from annotators.services.facts.judged import Array, Judged, Score
from labeling.models import Project
from labeling.ontology.parts import Label
from labeling.regions import KINDS

LEAST_VOTES = 3
"""Of two people, neither is the measure of the other."""
UNKNOWN_ERROR = 0.3
"""Of an answer by somebody of whom nothing is known."""


def judge_scored(
    project: Project,
    label: Label,
    evidence: Evidence,
    rng: np.random.Generator,
    *,
    empty_counts: bool = False,
) -> Judged | None:
    """Grade against known truths, else against what three people or more came to say together.

    `empty_counts`: an answer without any mark says that there is nothing, and may be right.
    """
    consensus = {
        row.task_id: row for row in Consensus.objects.filter(project=project, label=label.id)
    }
    truths = {
        task: Truth(_content(label, row), "consensus")
        for task, row in consensus.items()
        if row.n_votes >= LEAST_VOTES
    } | evidence.truths
    scores: dict[int, Score] = {}
    given: defaultdict[int, list[float]] = defaultdict(list)
    for answer in evidence.answers:
        truth = truths.get(answer.task)
        if truth is None:
            continue
        if truth.source == "gold" and not (empty_counts or _speaks(label, truth.content)):
            continue  # gold may be made for one label of several
        credit = grade(label, truth.content, answer.said, empty_counts=empty_counts)
        if credit is None:
            continue
        given[answer.who].append(credit)
        scores[answer.annotation] = Score(
            credit, truth.source, _short(label, answer.said), _short(label, truth.content)
        )
    draws = {who: (score_draws(own, rng), float(len(own))) for who, own in given.items()}
    errors = _expected_errors(label, evidence, consensus, draws, empty_counts)
    return Judged(label, draws, scores, errors) if errors else None


def grade(label: Label, truth: Content, said: Content, *, empty_counts: bool) -> float | None:
    """Return how far an answer meets the truth; None where neither says anything.

    Where an empty answer is allowed, leaving empty what is empty is right: "nothing here" is an
    answer, and not the lack of one.
    """
    if label.kind not in KINDS and label.id not in truth["answers"]:
        return None
    credit = pair_agreement(label, truth, said)
    if credit is None and empty_counts and label.kind in KINDS:
        return 1.0
    return None if credit is None else min(max(credit, 0.0), 1.0)


def _content(label: Label, row: Consensus) -> Content:
    if label.kind in KINDS:
        return {"regions": row.said or [], "relations": [], "answers": {}}
    said = row.value if row.said is None else row.said
    return {"regions": [], "relations": [], "answers": {label.id: said}}


def _short(label: Label, content: Content) -> str | None:
    if label.kind in KINDS or label.kind == "textarea":
        return None
    return as_value(content["answers"].get(label.id))


def _expected_errors(
    label: Label,
    evidence: Evidence,
    consensus: dict[int, Consensus],
    draws: dict[int, tuple[Array, float]],
    empty_counts: bool,
) -> dict[int, float]:
    """Return how doubtful each answered task is: by the consensus, or by who answered alone."""
    errors = {}
    for answer in evidence.answers:
        row = consensus.get(answer.task)
        if answer.task in evidence.truths:
            errors[answer.task] = 0.0
        elif row is not None and row.n_votes > 1:
            errors[answer.task] = 1 - row.confidence
        elif _speaks(label, answer.said) or (empty_counts and label.kind in KINDS):
            known = draws.get(answer.who)
            errors[answer.task] = 1 - float(known[0].mean()) if known else UNKNOWN_ERROR
    return {task: min(max(error, 0.0), 1.0) for task, error in errors.items()}


def _speaks(label: Label, said: Content) -> bool:
    if label.kind in KINDS:
        return any(region["label"] == label.id for region in said["regions"])
    return said["answers"].get(label.id) is not None
