"""Everything that was judged, sorted by person."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from annotators.behaviour import worked_seconds
from annotators.services.facts.evidence import Answer, Evidence
from annotators.services.facts.judged import Array, Judged
from annotators.services.facts.suggestions import Suggestions
from labeling.models import Project
from labeling.ontology.parts import Ontology


@dataclass(frozen=True, slots=True)
class Team:
    """What is judged of everybody, and what each is compared with."""

    project: Project
    ontology: Ontology
    evidence: Evidence
    judged: Sequence[Judged]
    suggestions: Mapping[str, Suggestions]
    answers: Mapping[int, list[Answer]]
    seconds: Mapping[int, Array]
    """Annotator → seconds of each of their answers, NaN where that cannot be told."""
    middles: Array = field(default_factory=lambda: np.empty(0))
    """The middle seconds of everybody who has any."""


def gather_team(
    project: Project,
    ontology: Ontology,
    evidence: Evidence,
    judged: Sequence[Judged],
    suggestions: Mapping[str, Suggestions],
) -> Team:
    """Sort everything by person."""
    answers: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in evidence.answers:
        answers[answer.who].append(answer)
    seconds = {who: _seconds(given) for who, given in answers.items()}
    known = [own[~np.isnan(own)] for own in seconds.values()]
    middles = np.asarray([float(np.median(own)) for own in known if len(own)])
    return Team(project, ontology, evidence, judged, suggestions, answers, seconds, middles)


def _seconds(mine: Sequence[Answer]) -> Array:
    """Return the seconds of each answer; imported ones have none."""
    found = np.full(len(mine), np.nan)
    at = [index for index, one in enumerate(mine) if one.is_human]
    stored = [mine[index].at.timestamp() for index in at]
    found[at] = worked_seconds(stored, [mine[index].lead_time for index in at])
    return found
