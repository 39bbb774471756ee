"""Located marks of every kind: things that several people saw, each once."""

from collections import defaultdict
from collections.abc import Sequence

from annotators.aggregation.kinds.marks import Thing, aggregate_marks
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Said, Verdict
from labeling.ontology.parts import Label

__all__ = ["judge_marks"]

METHOD = "matched_and_fused"


def judge_marks(label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return the regions of each task on which anybody marked something."""
    given: defaultdict[int, dict[int, list[Said]]] = defaultdict(dict)
    for task, who, regions in opinions:
        given[task][who] = regions
    marked = {task: own for task, own in given.items() if any(own.values())}
    things, ability = aggregate_marks(label.kind, marked)
    by_task: defaultdict[int, list[Thing]] = defaultdict(list)
    for thing in things:
        by_task[thing.task].append(thing)
    verdicts = [_verdict(label, task, marked[task], by_task[task], ability) for task in marked]
    return Judgement(METHOD, verdicts, ability)


def _verdict(
    label: Label,
    task: int,
    given: dict[int, list[Said]],
    things: list[Thing],
    ability: dict[int, float],
) -> Verdict:
    regions = [
        {
            "id": f"{label.id}-{number}",
            "label": label.id,
            "on": label.on,
            "class": thing.region["class"],
            "geometry": thing.region["geometry"],
            "score": round(thing.probability * thing.share, 4),
        }
        for number, thing in enumerate(things, 1)
        if thing.is_likely
    ]
    sure = [max(thing.probability, 1 - thing.probability) for thing in things]
    likely = [set(thing.marks) for thing in things if thing.is_likely]
    return Verdict(
        task,
        regions,
        sum(sure) / len(sure),
        len(given),
        tuple(who for who in given if all(who in seen for seen in likely)),
        {who: ability[who] for who in given},
        {str(n): round(thing.probability, 4) for n, thing in enumerate(things, 1)},
        any(thing.probability == 0.5 for thing in things),
    )
