"""Asks all sources about a region, and makes one ranked list of what they say."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from labeling.kernel.errors import BadInput, PenumbraError
from labeling.models import Project, Task
from labeling.ontology.annotation import validate_annotation
from labeling.regions import KINDS
from labeling.selectors.media import MediaShelf, shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.services.proposals.ask import Ask, Proposal
from labeling.services.proposals.registry import SOURCES
from labeling.services.renditions import rendition_of

__all__ = ["Proposed", "propose", "read_ask"]

logger = logging.getLogger(__name__)

MOST = 12
LEAST_SCORE = 0.3
SAME_PLACE = 0.5
MAX_REGIONS = 5_000


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was found, the best first, and which sources could not answer."""

    proposals: tuple[Proposal, ...]
    problems: tuple[tuple[str, PenumbraError], ...] = ()


def read_ask(*, project: Project, task: Task, content: Mapping[str, Any], region_id: Any) -> Ask:
    """Return the question about a region of unsaved work, or say what is wrong with it."""
    ontology = ontology_of(project)
    shelf = shelf_for(project, ontology, [task])
    problems = validate_annotation(ontology, content, shelf.bounds_of(task), complete=False)
    if problems:
        errors = [{"pointer": one.pointer, "detail": one.detail} for one in problems[:20]]
        raise BadInput("The regions or relations are not sound.", errors=errors)
    regions = tuple(content.get("regions") or ())
    if len(regions) > MAX_REGIONS:
        raise BadInput(f"Send the {MAX_REGIONS:,} regions that matter at most.")
    region = next((one for one in regions if one["id"] == region_id), None)
    if region is None:
        detail = "names none of the regions"
        raise BadInput(
            "`region` is the id of one of `regions`.",
            errors=[{"pointer": "/region", "detail": detail}],
        )
    return Ask(
        project_id=project.pk,
        task_id=task.pk,
        ontology=ontology,
        data=task.data,
        assets={f: a for f in shelf.fields if (a := shelf.asset_in(task, f)) is not None},
        regions=regions,
        relations=tuple(content.get("relations") or ()),
        region=region,
        read=_reader(shelf, task),
        frames=_frames(content.get("frames")),
    )


def _frames(given: Any) -> dict[str, int]:
    """The frame on the screen of each field; what is no such thing says nothing."""
    said = given if isinstance(given, Mapping) else {}
    return {str(name): n for name, n in said.items() if type(n) is int and n >= 0}


def propose(ask: Ask) -> Proposed:
    """Return what may be the same thing in other fields; a source that fails spoils nothing."""
    if not ask.targets:
        return Proposed(())
    found: list[Proposal] = []
    problems: list[tuple[str, PenumbraError]] = []
    for name, source in SOURCES.items():
        try:
            found += source(ask)
        except PenumbraError as error:
            logger.info("No proposals by %s: %s", name, error.detail)
            problems.append((name, error))
    return Proposed(tuple(_ranked(ask, found)), tuple(problems))


def _ranked(ask: Ask, found: Sequence[Proposal]) -> list[Proposal]:
    """One proposal a place, the best of each; one that marks what is there names that."""
    best: list[Proposal] = []
    settled = [_settled(ask, one) for one in found if one.score >= LEAST_SCORE]
    for one in sorted(settled, key=lambda p: (-p.score, p.region is None)):
        if one.region in ask.linked or any(_is_same(ask, one, other) for other in best):
            continue
        best.append(replace(one, score=round(min(one.score, 1.0), 4)))
    return best[:MOST]


def _settled(ask: Ask, proposal: Proposal) -> Proposal:
    """A new region where one of the label is already is that one."""
    label = ask.ontology.label(proposal.label)
    if proposal.geometry is None or label is None:
        return proposal
    kind = KINDS[label.kind]
    for other in ask.regions:
        if other["label"] != label.id:
            continue
        if kind.iou(proposal.geometry, other["geometry"]) >= SAME_PLACE:
            region, named = str(other["id"]), other.get("class")
            return replace(proposal, geometry=None, region=region, class_id=named, text=None)
    return proposal


def _is_same(ask: Ask, one: Proposal, other: Proposal) -> bool:
    if one.label != other.label or (one.geometry is None) != (other.geometry is None):
        return False
    if one.geometry is None or other.geometry is None:
        return one.region == other.region
    label = ask.ontology.label(one.label)
    return label is not None and KINDS[label.kind].iou(one.geometry, other.geometry) >= SAME_PLACE


def _reader(shelf: MediaShelf, task: Task) -> Any:
    def read(field_id: str, view: str, **given: int | str) -> Any:
        asset = shelf.asset_in(task, field_id)
        assert asset is not None  # sources ask only about fields of `Ask.assets`
        rendition = rendition_of(asset, view, {name: str(value) for name, value in given.items()})
        return json.loads(rendition.path.read_bytes())

    return read
