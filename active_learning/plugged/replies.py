"""What a model server of somebody's own may answer, in our form or that of text classifiers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.label_studio import unknown_class
from active_learning.prelabelers.base import Proposal, Wanted
from labeling.ontology.answers import ANSWER_KINDS

__all__ = ["proposals_of_reply"]


def proposals_of_reply(reply: Any, wanted: Wanted, own: Collection[str]) -> list[Proposal]:
    """Return what a server's JSON says about one label of one task.

    Read are ``{"predictions": [{"class", "score"} or {"value"} or {"class", "score", "geometry"},
    ...]}`` and the lists of ``{"label", "score"}`` that text classifiers answer. ``own`` are the
    class names that were declared; without any, classes are ids or names of the ontology's.

    Raises
    ------
    PlugFault
        When it says something else, or a class that the ontology does not have.
    """
    found = list(_entries(reply, wanted, own))
    if wanted.kind == "choice":
        found.sort(key=lambda proposal: -proposal.score)
        return found[:1]
    return found


def _entries(reply: Any, wanted: Wanted, own: Collection[str]) -> Iterator[Proposal]:
    for at, entry in enumerate(_listed(reply)):
        if not isinstance(entry, Mapping):
            raise _bad(f"its entry {at} is no object")
        score = entry.get("score", 1.0)
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
            raise _bad(f"its entry {at} has the score {score!r}, which is not between 0 and 1")
        geometry = entry.get("geometry")
        if wanted.kind not in ANSWER_KINDS and not isinstance(geometry, Mapping):
            raise _bad(f"its entry {at} has no geometry")
        name = entry.get("class", entry.get("label"))
        if name is None and not wanted.classes:
            value = entry.get("value")
            yield Proposal(wanted.kind, "", float(score), geometry, wanted.label, value)
            continue
        yield Proposal(
            wanted.kind, _known(str(name), wanted, own), float(score), geometry, wanted.label
        )


def _listed(reply: Any) -> Sequence[Any]:
    found = reply.get("predictions") if isinstance(reply, Mapping) else reply
    while isinstance(found, list) and len(found) == 1 and isinstance(found[0], list):
        found = found[0]
    if not isinstance(found, list):
        raise _bad("it is no list of predictions")
    return found


def _known(name: str, wanted: Wanted, own: Collection[str]) -> str:
    if own:
        if name in own:
            return name
        raise unknown_class(name, set(own))
    for one in wanted.classes:
        if name in {one.id, one.name}:
            return one.id
    raise unknown_class(name, {one.id for one in wanted.classes})


def _bad(said: str) -> PlugFault:
    return PlugFault(
        "bad_answer", f'Its answer cannot be read: {said}. Expected is {{"predictions": [...]}}.'
    )
