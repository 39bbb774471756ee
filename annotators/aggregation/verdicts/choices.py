"""Choices: one of some values; the average of models decides."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.auto import auto
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict
from annotators.aggregation.with_model import with_model
from annotators.agreement.votes import Votes
from labeling.ontology.parts import Label

__all__ = ["METHOD", "as_value", "judge_choices"]

METHOD = "auto"
SHOWN = 1e-3
"""Values less likely than this are left out of explanations."""


def judge_choices(
    label: Label,
    opinions: Sequence[Opinion],
    model: Mapping[int, Mapping[str, float]] = MappingProxyType({}),
) -> Judgement:
    """Return the likeliest value of each task; `model` is what the learner said, out of sample."""
    rows = [(task, who, as_value(said)) for task, who, said in opinions]
    votes = Votes.from_rows(rows, [class_.id for class_ in label.classes])
    if not len(votes.task):
        return Judgement(METHOD, ())
    found = with_model(votes, _probabilities(votes, model)) if model else auto(votes)
    ability = {int(str(w)): float(a) for w, a in zip(votes.annotators, found.accuracy, strict=True)}
    answers = {as_value(said): said for _, _, said in opinions}
    given: defaultdict[Any, dict[int, str]] = defaultdict(dict)
    for index, who, value in rows:
        if value is not None:
            given[index][who] = value
    facts = zip(
        votes.tasks, found.value, found.posterior, found.confidence, found.is_tie, strict=True
    )
    verdicts = []
    for task, at, posterior, confidence, is_tie in facts:
        name, mine = str(votes.values[at]), given[task]
        verdicts.append(
            Verdict(
                int(str(task)),
                answers.get(name, name),
                float(confidence),
                len(mine),
                tuple(who for who, value in mine.items() if value == name),
                {who: ability[who] for who in mine},
                {
                    str(value): round(float(p), 4)
                    for value, p in zip(votes.values, posterior, strict=True)
                    if p >= SHOWN
                },
                bool(is_tie),
            )
        )
    return Judgement(METHOD, verdicts, ability, found.members)


def _probabilities(votes: Votes, model: Mapping[int, Mapping[str, float]]) -> NDArray[np.float64]:
    """Rows in the order of tasks and values; of a task without prediction, NaN."""
    found = np.full((len(votes.tasks), len(votes.values)), np.nan)
    for index, task in enumerate(votes.tasks):
        if said := model.get(int(str(task))):
            found[index] = [said.get(str(value), 0.0) for value in votes.values]
    return found


def as_value(answer: object) -> str | None:
    """Votes are compared as text; a ranking or a list by its canonical form."""
    if answer is None or answer in ("", []):
        return None
    return ">".join(map(str, answer)) if isinstance(answer, list) else str(answer)
