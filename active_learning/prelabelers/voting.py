"""The label model over labeling functions: how far each is trusted, what they say jointly.

Every function is taken to be right seven times in ten, until people answered tasks on which it
votes; from then on it is trusted as often as it was right. Models that learn trust from agreement
alone (`annotators.aggregation`: one coin, GLAD, the average of all) are no help here: a function
votes for one class only, so that whichever class they come to believe in, its functions never
contradict each other, and it swallows the others. On film reviews they fell from 71 % to 51 %
right (`docs/benchmarks/prelabelers.md`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from active_learning.prelabelers.composing import Source
from active_learning.prelabelers.deciding import Candidate
from labeling.ontology.parts import Ontology

__all__ = ["FunctionVotes", "Vote", "fit_votes"]

VOTED = frozenset({"choice", "taxonomy"})
"""Kinds with one answer, for which functions contend; others are marks and sets: each its own."""
PRIOR = 0.7
TRUST = 10.0
"""Judged votes that weigh as much as the prior."""
NEVER_SURE = 0.02


@dataclass(frozen=True, slots=True)
class Vote:
    """What one function says of one task."""

    task: int
    label: str
    function: str
    class_id: str


@dataclass(frozen=True, slots=True)
class FunctionVotes:
    """The fitted model, and what is told of each function.

    Attributes
    ----------
    accuracy
        Function → how often it is right.
    figures
        Function → coverage, overlap, conflict (shares), votes, and right, judged by people.
    """

    accuracy: Mapping[str, float] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def candidates(
        self, source: Source, proposals: Iterable[Mapping[str, Any]], ontology: Ontology
    ) -> list[Candidate]:
        """Return the joint answer to each contended label, and every mark as it is."""
        found: list[Candidate] = []
        votes: dict[str, dict[str, str]] = defaultdict(dict)
        for proposal in proposals:
            label, class_id = ontology.label(str(proposal["label"])), str(proposal["name"])
            if label is None or label.class_(class_id) is None or label.kind != proposal["kind"]:
                continue
            function = str((proposal.get("more") or {}).get("function", ""))
            if label.kind in VOTED:
                votes[label.id][function] = class_id
                continue
            found.append(
                Candidate(
                    source.id, label.id, function, float(proposal["score"]), class_id,
                    proposal.get("geometry"),
                )
            )  # fmt: skip
        for label_id, given in votes.items():
            label = ontology.label(label_id)
            classes = [one.id for one in label.classes] if label else []
            for class_id, p in _joint(self.accuracy, given, classes).items():
                found.append(Candidate(source.id, label_id, "", p, class_id))
        return found

    def as_json(self) -> dict[str, Any]:
        """Return what is stored."""
        return {
            "accuracy": dict(self.accuracy),
            "figures": {name: dict(values) for name, values in self.figures.items()},
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any] | None) -> FunctionVotes:
        """Return a stored model; nothing stored trusts every function alike."""
        return cls(**stored) if stored else cls()


def fit_votes(
    votes: Sequence[Vote],
    *,
    truths: Mapping[tuple[int, str], str],
    tasks: int,
) -> FunctionVotes:
    """Learn from a pool's votes.

    Parameters
    ----------
    votes
        Of all functions on all tasks.
    truths
        (task, label) → what people answered.
    tasks
        How many were looked at.

    References
    ----------
    Ratner et al. (2017), "Snorkel: rapid training data creation with weak supervision",
    doi:10.14778/3157794.3157797, on functions as noisy voters; Boecking et al. (2021), "Interactive
    weak supervision", arXiv:2012.06046, on people judging them.
    """
    figures = _figures(votes, truths, tasks)
    accuracy = {
        function: round((PRIOR * TRUST + figure["right"]) / (TRUST + figure["judged"]), 6)
        for function, figure in figures.items()
    }
    return FunctionVotes(accuracy, figures)


def _figures(
    votes: Sequence[Vote], truths: Mapping[tuple[int, str], str], tasks: int
) -> dict[str, dict[str, float]]:
    said: dict[tuple[int, str], dict[str, str]] = defaultdict(dict)
    for vote in votes:
        said[vote.task, vote.label][vote.function] = vote.class_id
    counts: dict[str, dict[str, float]] = defaultdict(
        lambda: dict.fromkeys(("votes", "overlap", "conflict", "right", "judged"), 0.0)
    )
    for place, given in said.items():
        for function, class_id in given.items():
            mine = counts[function]
            others = [c for other, c in given.items() if other != function]
            mine["votes"] += 1
            mine["overlap"] += bool(others)
            mine["conflict"] += any(c != class_id for c in others)
            if place in truths:
                mine["judged"] += 1
                mine["right"] += truths[place] == class_id
    for mine in counts.values():
        mine["coverage"] = round(mine["votes"] / max(tasks, 1), 6)
        mine["overlap"] = round(mine["overlap"] / mine["votes"], 6)
        mine["conflict"] = round(mine["conflict"] / mine["votes"], 6)
    return dict(counts)


def _joint(
    accuracy: Mapping[str, float], given: Mapping[str, str], classes: Sequence[str]
) -> dict[str, float]:
    """Bayes' rule over the votes of one task; functions err independently, as far as one knows."""
    logs = dict.fromkeys(classes, 0.0)
    for function, class_id in given.items():
        right = min(max(accuracy.get(function, PRIOR), NEVER_SURE), 1 - NEVER_SURE)
        logs[class_id] += float(np.log(right * max(len(classes) - 1, 1) / (1 - right)))
    top = max(logs.values(), default=0.0)
    powers = {c: float(np.exp(value - top)) for c, value in logs.items()}
    total = sum(powers.values())
    return {c: round(power / total, 6) for c, power in powers.items()}
