"""Several of some classes: each class is a question of yes or no, asked of all who answered."""

from collections import defaultdict
from collections.abc import Sequence
from math import prod

from annotators.aggregation.pooled import anchored
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict
from annotators.agreement.votes import Votes
from labeling.ontology.parts import Label

__all__ = ["judge_sets"]

METHOD = "per_class"


def judge_sets(label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return the classes that are likelier than not; an empty list says that none applies."""
    said = [(task, who, set(value)) for task, who, value in opinions if value is not None]
    if not said:
        return Judgement(METHOD, ())
    likely: defaultdict[int, dict[str, float]] = defaultdict(dict)
    trust: defaultdict[int, list[float]] = defaultdict(list)
    for class_ in label.classes:
        rows = [(task, who, class_.id in value) for task, who, value in said]
        votes = Votes.from_rows(rows, (False, True))
        found = anchored(votes)
        for task, probability in zip(votes.tasks, found.posterior[:, 1].tolist(), strict=True):
            likely[int(str(task))][class_.id] = probability
        for who, accuracy in zip(votes.annotators, found.accuracy.tolist(), strict=True):
            trust[int(str(who))].append(accuracy)
    ability = {who: sum(found) / len(found) for who, found in trust.items()}
    by_task: defaultdict[int, dict[int, set[str]]] = defaultdict(dict)
    for task, who, value in said:
        by_task[task][who] = value
    verdicts = [
        _verdict(task, by_task[task], probabilities, ability)
        for task, probabilities in likely.items()
    ]
    return Judgement(METHOD, verdicts, ability)


def _verdict(
    task: int, given: dict[int, set[str]], likely: dict[str, float], ability: dict[int, float]
) -> Verdict:
    chosen = [name for name, probability in likely.items() if probability > 0.5]
    return Verdict(
        task,
        chosen,
        prod(max(p, 1 - p) for p in likely.values()),
        len(given),
        tuple(who for who, value in given.items() if value == set(chosen)),
        {who: ability[who] for who in given},
        {name: round(p, 4) for name, p in likely.items()},
        any(p == 0.5 for p in likely.values()),
    )
