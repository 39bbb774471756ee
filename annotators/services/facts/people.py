"""One row a person, out of everything that was judged."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from annotators.ability import ability_of_draws, as_counts, consistency, pooled_draws
from annotators.behaviour import pace
from annotators.models import AnnotatorFacts
from annotators.services.facts.evidence import Answer
from annotators.services.facts.habits import habits_of
from annotators.services.facts.judged import Judged
from annotators.services.facts.over_time import over_time
from annotators.services.facts.team import Team
from annotators.services.facts.telling import ability_json

MISTAKES = 40
SURE_WRONG = 0.1
"""An answer is shown as a mistake where it is right with no greater probability."""
MOST_CLASSES = 24
"""A larger matrix is not drawn."""


def person_facts(team: Team, who: int, rng: np.random.Generator) -> AnnotatorFacts:
    """Return the unsaved row of one person."""
    mine, seconds = team.answers[who], team.seconds[who]
    timed = seconds[~np.isnan(seconds)]
    typical = pace(timed)
    pooled = pooled_draws([one.draws[who] for one in team.judged if who in one.draws])
    ability = ability_of_draws(*pooled) if pooled else None
    right, answered = as_counts(pooled[0]) if pooled else (0.0, 0.0)
    habits = habits_of(team, who, rng)
    again = consistency(team.evidence.repeats.get(who, []), rng)
    return AnnotatorFacts(
        project=team.project,
        user_id=who,
        accuracy=ability.value if ability else None,
        low=ability.low if ability else None,
        high=ability.high if ability else None,
        right=right,
        answered=answered,
        judged=pooled[1] if pooled else 0.0,
        seconds=typical.seconds if typical else None,
        seconds_low=typical.low if typical else None,
        seconds_high=typical.high if typical else None,
        worked_seconds=float(timed.sum()),
        detail={
            "labels": [_label(one, who) for one in team.judged if one.draws.get(who, (0, 0))[1]],
            "sources": _sources(team, mine),
            "consistency": ability_json(again),
            "rejected": sum(one.state == "rejected" for one in mine),
            "mistakes": _mistakes(team, mine),
        }
        | over_time(team.judged, mine, rng)
        | habits.as_json(),
    )


def _label(judged: Judged, who: int) -> dict[str, Any]:
    draws, answers = judged.draws[who]
    voted = judged.voted
    classes = judged.classes.get(who, [])
    found: dict[str, Any] = {
        "label": judged.label.id,
        "kind": judged.label.kind,
        **(ability_json(ability_of_draws(draws, answers)) or {}),
        "classes": [
            {
                "class": one.class_id,
                "value": round(one.value, 4),
                "low": round(one.low, 4),
                "high": round(one.high, 4),
                "n": one.seen,
            }
            for one in classes
        ],
        "confusion": None,
    }
    if voted is not None and len(voted.votes.values) <= MOST_CLASSES:
        at = [int(str(name)) for name in voted.votes.annotators].index(who)
        seen = np.asarray([one.seen for one in classes])
        counts = voted.confusion[at] * seen[:, None] if len(seen) else voted.confusion[at] * 0
        found["confusion"] = {
            "classes": [str(value) for value in voted.votes.values],
            "counts": np.round(counts, 1).tolist(),
        }
    return found


def _sources(team: Team, mine: Sequence[Answer]) -> dict[str, int]:
    counted: Counter[str] = Counter()
    for answer in mine:
        sources = {
            one.scores[answer.annotation].source
            for one in team.judged
            if answer.annotation in one.scores
        }
        # An answer counts once, by the strongest word on it.
        for source in ("adjudication", "gold", "review", "consensus"):
            if source in sources:
                counted[source] += 1
                break
    return dict(counted)


def _mistakes(team: Team, mine: Sequence[Answer]) -> list[dict[str, Any]]:
    """Return a sample of what is most surely wrong, what somebody vouches for first."""
    found = [
        {
            "task": str(answer.task),
            "annotation": str(answer.annotation),
            "label": judged.label.id,
            "said": score.said,
            "truth": score.truth,
            "right": round(score.value, 4),
            "source": score.source,
        }
        for answer in reversed(mine)
        for judged in team.judged
        if (score := judged.scores.get(answer.annotation)) and score.value <= _limit(judged)
    ]
    found.sort(key=lambda one: (one["source"] == "consensus", one["right"]))
    return found[:MISTAKES]


def _limit(judged: Judged) -> float:
    """Marks of partial credit are worth a look from one half down."""
    return SURE_WRONG if judged.voted is not None else 0.5
