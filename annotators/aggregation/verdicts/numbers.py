"""Numbers and ratings: the value behind biased and noisy ones, put on the label's scale."""

from collections import defaultdict
from collections.abc import Sequence
from math import erf, sqrt

import numpy as np

from annotators.aggregation.kinds.numbers import fuse_numbers
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict
from labeling.ontology.parts import Label

__all__ = ["judge_numbers"]

METHOD = "bias_and_noise"
RATING_STEP = 1.0


def judge_numbers(label: Label, opinions: Sequence[Opinion]) -> Judgement:
    """Return a number a task; its confidence is the probability that it lies within a step.

    Where the label has no steps, a step is the spread of all answers over ten.
    """
    said = [(t, w, float(v)) for t, w, v in opinions if v is not None]
    if not said:
        return Judgement(METHOD, ())
    tasks = {task: index for index, task in enumerate(dict.fromkeys(t for t, _, _ in said))}
    people = {who: index for index, who in enumerate(dict.fromkeys(w for _, w, _ in said))}
    number = np.asarray([v for _, _, v in said])
    found = fuse_numbers(
        np.asarray([tasks[t] for t, _, _ in said]),
        np.asarray([people[w] for _, w, _ in said]),
        number,
        len(tasks),
        len(people),
    )
    step = label.step or (RATING_STEP if label.kind == "rating" else 0.0)
    reach = step or float(number.std()) / 10 or 1.0
    closeness = 1 / (1 + found.noise / (float(number.std()) or 1.0))
    ability = {who: float(closeness[index]) for who, index in people.items()}
    given: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for task, who, value in said:
        given[task][who] = value
    verdicts = []
    for task, index in tasks.items():
        value = _on_scale(label, float(found.value[index]), step, given[task])
        error = float(found.error[index])
        confidence = erf(reach / 2 / (error * sqrt(2))) if error > 0 else 1.0
        near = tuple(who for who, own in given[task].items() if abs(own - value) <= reach)
        weights = {who: ability[who] for who in given[task]}
        spread = {"low": value - 1.96 * error, "high": value + 1.96 * error}
        verdicts.append(Verdict(task, value, confidence, len(given[task]), near, weights, spread))
    return Judgement(METHOD, verdicts, ability)


def _on_scale(label: Label, value: float, step: float, given: dict[int, float]) -> float | int:
    """A step of the scale, within its ends and within what people said."""
    low, high = min(given.values()), max(given.values())
    value = min(max(value, low), high)
    if step:
        start = label.min or 0.0
        value = start + round((value - start) / step) * step
    return int(value) if float(value).is_integer() else value
