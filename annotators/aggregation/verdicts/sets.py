"""Several of some classes: which apply, each vote for one speaking for those that go with it."""

from collections.abc import Mapping, Sequence

import numpy as np

from annotators.aggregation.kinds.label_sets import fuse_label_sets
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict
from labeling.ontology.parts import Label

__all__ = ["judge_sets"]

METHOD = "classes_together"


def judge_sets(label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return the classes that are likelier than not; an empty list says that none applies."""
    names = [class_.id for class_ in label.classes]
    given: dict[int, dict[int, set[str]]] = {}
    for task, who, value in opinions:
        if value is not None:
            given.setdefault(task, {})[who] = set(value)
    if not given or not names:
        return Judgement(METHOD, ())
    people = {w: at for at, w in enumerate(dict.fromkeys(w for own in given.values() for w in own))}
    rows = [(at, who, said) for at, own in enumerate(given.values()) for who, said in own.items()]
    found = fuse_label_sets(
        np.asarray([at for at, _, _ in rows]),
        np.asarray([people[who] for _, who, _ in rows]),
        np.asarray([[name in said for name in names] for _, _, said in rows]),
        len(given),
        len(people),
    )
    ability = {who: float(found.accuracy[at]) for who, at in people.items()}
    verdicts = [
        _verdict(task, own, dict(zip(names, likely, strict=True)), sure, ability)
        for (task, own), likely, sure in zip(
            given.items(), found.marginal.tolist(), found.confidence.tolist(), strict=True
        )
    ]
    return Judgement(METHOD, verdicts, ability)


def _verdict(
    task: int,
    given: Mapping[int, set[str]],
    likely: Mapping[str, float],
    sure: float,
    ability: Mapping[int, float],
) -> Verdict:
    chosen = [name for name, probability in likely.items() if probability > 0.5]
    return Verdict(
        task,
        chosen,
        sure,
        len(given),
        tuple(who for who, value in given.items() if value == set(chosen)),
        {who: ability[who] for who in given},
        {name: round(p, 4) for name, p in likely.items()},
        any(p == 0.5 for p in likely.values()),
    )
