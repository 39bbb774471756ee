"""Labels with values: truths and people drawn together."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from annotators.ability import UNKNOWN, draw_crowd
from annotators.aggregation.verdicts.choices import as_value
from annotators.agreement import Votes
from annotators.services.facts.evidence import Answer, Evidence
from annotators.services.facts.judged import Array, ClassFacts, Judged, Score, Voted
from labeling.ontology.parts import Label

MOST_VALUES = 60
"""A matrix a person of more would be large, and nearly empty."""
VOTED_KINDS = frozenset({"choice", "pairwise"})
TINY = 1e-9
DOUBT = 0.5
"""Power of the model's say on what may be wrong: its word is not independent of people's."""


def judge_voted(
    label: Label,
    evidence: Evidence,
    predicted: Mapping[int, Mapping[str, float]],
    rng: np.random.Generator,
) -> Judged | None:
    """Judge a choice; None where nobody has answered it.

    Parameters
    ----------
    predicted : mapping
        Task → the learner's probability of each class, where it said something.
    """
    rows = [(one.task, one.who, _value(label, one)) for one in evidence.answers]
    votes = Votes.from_rows(rows, [class_.id for class_ in label.classes])
    if not len(votes.task):
        return None
    known = _known(label, votes, evidence)
    drawn = draw_crowd(votes, rng, known=known)
    voted = Voted(votes, drawn.truth, drawn.accuracy, drawn.confusion)
    tells = (known >= 0) | (np.bincount(votes.task, minlength=len(votes.tasks)) > 1)
    # How many answers of each person something else speaks about.
    judged = np.bincount(votes.annotator, tells[votes.task], minlength=len(votes.annotators))
    who = [int(str(name)) for name in votes.annotators]
    return Judged(
        label,
        {name: (drawn.accuracy[:, at], float(judged[at])) for at, name in enumerate(who)},
        _scores(label, evidence, voted, known, tells),
        _expected_errors(voted, predicted),
        {
            name: _classes(voted, drawn.low[at], drawn.high[at], at, tells)
            for at, name in enumerate(who)
            if judged[at]
        },
        voted,
    )


def _value(label: Label, answer: Answer) -> str | None:
    return as_value(answer.said["answers"].get(label.id))


def _known(label: Label, votes: Votes, evidence: Evidence) -> NDArray[np.int64]:
    at = {value: index for index, value in enumerate(votes.values)}
    known = np.full(len(votes.tasks), UNKNOWN)
    for index, task in enumerate(votes.tasks):
        if truth := evidence.truths.get(int(str(task))):
            known[index] = at.get(as_value(truth.content["answers"].get(label.id)), UNKNOWN)
    return known


def _scores(
    label: Label,
    evidence: Evidence,
    voted: Voted,
    known: NDArray[np.int64],
    tells: NDArray[np.bool_],
) -> dict[int, Score]:
    """Return how right each answer was, by what others say: one's own vote proves nothing."""
    votes, names = voted.votes, voted.votes.values
    tasks = {int(str(task)): at for at, task in enumerate(votes.tasks)}
    people = {int(str(who)): at for at, who in enumerate(votes.annotators)}
    values = {str(value): at for at, value in enumerate(names)}
    found = {}
    for answer in evidence.answers:
        said = _value(label, answer)
        task = tasks.get(answer.task)
        if said is None or task is None or not tells[task]:
            continue
        at = values[said]
        others = voted.truth[task].copy()
        source = "consensus"
        if known[task] >= 0:
            source = evidence.truths[answer.task].source
        else:
            others /= np.maximum(voted.confusion[people[answer.who], :, at], TINY)
            others /= max(float(others.sum()), TINY)
        found[answer.annotation] = Score(
            float(others[at]), source, said, str(names[int(others.argmax())])
        )
    return found


def _classes(
    voted: Voted, low: Array, high: Array, who: int, tells: NDArray[np.bool_]
) -> list[ClassFacts]:
    votes = voted.votes
    mine = (votes.annotator == who) & tells[votes.task]
    seen = voted.truth[votes.task[mine]].sum(0)
    return [
        ClassFacts(
            str(value),
            float(voted.confusion[who, at, at]),
            float(low[at, at]),
            float(high[at, at]),
            round(float(seen[at]), 1),
        )
        for at, value in enumerate(votes.values)
    ]


def _expected_errors(
    voted: Voted, predicted: Mapping[int, Mapping[str, float]]
) -> dict[int, float]:
    """Return how likely the likeliest value is wrong, the model having its say."""
    chosen = voted.truth.argmax(1)
    believed = voted.truth
    if predicted:
        believed = believed * _say(voted.votes, predicted) ** DOUBT
        believed = believed / np.maximum(believed.sum(1, keepdims=True), TINY)
    right = believed[np.arange(len(chosen)), chosen]
    tasks: Iterable[int] = (int(str(task)) for task in voted.votes.tasks)
    return {task: float(1 - p) for task, p in zip(tasks, right, strict=True)}


def _say(votes: Votes, predicted: Mapping[int, Mapping[str, float]]) -> Array:
    found = np.ones((len(votes.tasks), len(votes.values)))
    for index, task in enumerate(votes.tasks):
        if said := predicted.get(int(str(task))):
            found[index] = [max(said.get(str(value), 0.0), 0.01) for value in votes.values]
    return found
