"""Takes what a model gives apart: what is no proposal is dropped, and named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from active_learning.prelabelers.base import MOST_FEATURES, Card, Proposal, Wanted
from labeling.ontology.answers import ANSWER_KINDS
from labeling.regions.kind import Bounds
from labeling.regions.registry import KINDS

__all__ = ["MOST", "checked_proposals"]

MOST = 2_000
"""Proposals of one value that are kept: nobody goes through more."""


def checked_proposals(
    card: Card, proposals: Sequence[Proposal], wanted: Sequence[Wanted], bounds: Bounds
) -> tuple[list[dict[str, Any]], str]:
    """Return the sound ones as JSON, the best first, and what is wrong with the first other."""
    kept: list[dict[str, Any]] = []
    first_fault = ""
    for number, proposal in enumerate(proposals):
        said = _fault_of(card, proposal, wanted, bounds)
        if said:
            first_fault = first_fault or f"Its proposal {number + 1} {said}."
        else:
            kept.append(_compact(proposal))
    kept.sort(key=lambda item: -item["score"])
    return kept[:MOST], first_fault


def _fault_of(card: Card, proposal: Proposal, wanted: Sequence[Wanted], bounds: Bounds) -> str:
    kind, score = proposal.kind, proposal.score
    asked = [w for w in wanted if w.kind == kind and proposal.label in ("", w.label)]
    if kind not in card.fills or not asked:
        return f"is a {str(kind)[:40]}, which nobody asked for"
    if not _is_number(score) or not 0 <= score <= 1:
        return f"has the score {score!r}, which is not between 0 and 1"
    if len(proposal.features) > MOST_FEATURES or not all(map(_is_number, proposal.features)):
        return f"has features that are not at most {MOST_FEATURES} numbers"
    if not _is_known(card, proposal.name, asked):
        return f"names the class {str(proposal.name)[:40]!r}, which it does not have"
    if kind in ANSWER_KINDS:
        return "" if proposal.geometry is None else "is an answer with a place"
    faults = KINDS[kind].validate(proposal.geometry, bounds)
    return f"lies wrong: {faults[0][0] or '/'} {faults[0][1]}" if faults else ""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _is_known(card: Card, name: str, asked: Sequence[Wanted]) -> bool:
    if card.classes is None:
        return any(name == one.id for wanted in asked for one in wanted.classes)
    # An answer that is a value names no class, whatever else the same pre-labeler proposes.
    return name in card.classes or (not name and not any(wanted.classes for wanted in asked))


def _compact(proposal: Proposal) -> dict[str, Any]:
    """Leave out what says nothing: these rows are many."""
    told = {
        n: value for n, value in asdict(proposal).items() if value not in (None, "", {}, (), [])
    }
    return {**told, "score": round(float(proposal.score), 6)}
