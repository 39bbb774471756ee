"""Rankings: orders of the classes, pair by pair, by people of different reliability."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from annotators.aggregation.kinds.bradley_terry import bradley_terry
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict
from labeling.ontology.parts import Label

__all__ = ["judge_rankings"]

METHOD = "bradley_terry"
Order = list[str]


def judge_rankings(_label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return the order by worth of each task; reliability is learned over all tasks."""
    given: defaultdict[int, dict[int, Order]] = defaultdict(dict)
    for task, who, order in opinions:
        if order:
            given[task][who] = list(order)
    pairs = [
        ((task, better), (task, worse), who)
        for task, people in given.items()
        for who, order in people.items()
        for better, worse in combinations(order, 2)
    ]
    if not pairs:
        return Judgement(METHOD, ())
    items = {
        item: index
        for index, item in enumerate(dict.fromkeys(p for a, b, _ in pairs for p in (a, b)))
    }
    people = {who: index for index, who in enumerate(dict.fromkeys(w for _, _, w in pairs))}
    found = bradley_terry(
        np.asarray([items[better] for better, _, _ in pairs]),
        np.asarray([items[worse] for _, worse, _ in pairs]),
        np.asarray([people[who] for _, _, who in pairs]),
        len(items),
        len(people),
    )
    ability = {who: float(found.reliability[index]) for who, index in people.items()}
    verdicts = []
    for task, orders in given.items():
        names = list(dict.fromkeys(name for order in orders.values() for name in order))
        worth = {name: float(found.worth[items[task, name]]) for name in names}
        order = sorted(names, key=lambda name: -worth[name])
        gaps = [worth[a] - worth[b] for a, b in pairwise(order)]
        verdicts.append(
            Verdict(
                task,
                order,
                float(np.mean(1 / (1 + np.exp(-np.asarray(gaps))))),
                len(orders),
                tuple(who for who, own in orders.items() if own == order),
                {who: ability[who] for who in orders},
                {name: round(value, 3) for name, value in worth.items()},
                min(gaps) < 1e-9,
            )
        )
    return Judgement(METHOD, verdicts, ability)
