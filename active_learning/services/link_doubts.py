"""Lets doubt about links order the queue: tasks whose marks could belong to several others."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from active_learning.acquisition.links import link_margins
from active_learning.linking.cropping import crop
from active_learning.linking.encoding import encode_pictures, encode_words, encoder_ids
from active_learning.linking.marks import PictureMark, WordMark
from active_learning.linking.scorer import LinkerFileError, LinkScorer, load_linker
from active_learning.selectors.link_marks import frame_of, label_of, name_of, words_of
from active_learning.selectors.linkers import linker_in_use, linker_weights
from active_learning.services.encoders import encoders
from active_learning.services.pacing import Pace
from active_learning.services.scoring import QUEUE_TOP
from labeling.kernel.errors import PenumbraError
from labeling.models import Asset, Project, Task
from labeling.ontology.parts import Ontology
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.services.learned_facts import LearnedPriority, write_priorities
from labeling.services.renditions import rendition_of

__all__ = ["write_link_doubts"]

logger = logging.getLogger(__name__)
MOST_TASKS = 100
"""The first of the queue that have predicted marks: their pictures are read each time."""
MOST_MARKS = 20
LEAST_DOUBT = 0.2
SHOWN = 60
REASON = "link_unsure"


@dataclass(frozen=True)
class _Doubt:
    """How unsure the linker is of a task, and the mark whose partner it knows least."""

    value: float
    region: str
    mark: str


def write_link_doubts(
    *, project: Project, tell: Callable[[int, int | None], None], pace: Pace
) -> int:
    """Raise the first open tasks by how unsure their links are; return how many rose.

    A task is worth as much as its least certain mark, which the reason names, so that the person
    is asked about that mark. Picks of the query keep their places.
    """
    ontology = ontology_of(project)
    version = linker_in_use(project.pk)
    if version is None or not any(relation.identity for relation in ontology.relations):
        return 0
    try:
        linker = load_linker(linker_weights(version))
    except (PenumbraError, LinkerFileError):
        return 0  # the next confirmed links fit another
    if linker.encoders != encoder_ids(encoders()):
        return 0
    tasks = _first_open(project)
    shelf, raised = shelf_for(project, ontology, tasks), 0
    for done, task in enumerate(tasks):
        tell(done, len(tasks))
        assets = {f: a for f in shelf.fields if (a := shelf.asset_in(task, f)) is not None}
        doubt = _doubt(linker, ontology, task, assets)
        place = QUEUE_TOP * doubt.value if doubt else 0.0
        if doubt is not None and place > task.priority:
            with pace.turn():
                write_priorities(project=project, priorities=[_place(task, place, doubt)])
            raised += 1
    return raised


def _first_open(project: Project) -> list[Task]:
    rows = project.tasks.filter(
        wants_labels=1, annotation_count=0, prediction_count__gt=0, is_holdout=False
    )
    return list(rows.order_by("-priority", "pk").prefetch_related("predictions")[:MOST_TASKS])


def _doubt(
    linker: LinkScorer, ontology: Ontology, task: Task, assets: Mapping[str, Asset]
) -> _Doubt | None:
    """Return the least certain mark of the newest predicted regions; None where nothing is open."""
    predicted = sorted(task.predictions.all(), key=lambda item: -item.pk)
    regions: list[dict[str, Any]] = next((item.regions for item in predicted if item.regions), [])
    said = [(r, text) for r in regions if (text := words_of(ontology, task.data, r))][:MOST_MARKS]
    seen = [(r, at) for r in regions if (at := frame_of(ontology, assets, r))][:MOST_MARKS]
    if not said or not seen or len(said) + len(seen) < 3:
        return None
    try:
        places = [_picture_mark(ontology, assets, region, frame) for region, frame in seen]
    except (PenumbraError, OSError) as error:
        logger.info("Links of task %s are left out: %s", task.pk, error)
        return None
    words = [WordMark(text, name_of(ontology, region)) for region, text in said]
    scores = linker.scores(encode_words(encoders(), words), encode_pictures(encoders(), places))
    unsure = np.concatenate([link_margins(scores), link_margins(scores.T)])
    marks = [*said, *((region, name_of(ontology, region)) for region, _ in seen)]
    region, mark = marks[int(unsure.argmax())]
    value = float(unsure.max())
    return _Doubt(value, str(region["id"]), mark[:SHOWN]) if value >= LEAST_DOUBT else None


def _picture_mark(
    ontology: Ontology, assets: Mapping[str, Asset], region: Mapping[str, Any], frame: Any
) -> PictureMark:
    label = label_of(ontology, region)
    assert label is not None  # `frame_of` knew it
    with Image.open(rendition_of(assets[label.on], "display").path) as file:
        return PictureMark(crop(file.convert("RGB"), frame), frame, name_of(ontology, region))


def _place(task: Task, place: float, doubt: _Doubt) -> LearnedPriority:
    why = {
        "strategy": "links",
        "reason": {"code": REASON, "params": {"mark": doubt.mark, "region": doubt.region}},
        "utility": round(doubt.value, 6),
        "probability": None,
        "class": None,
    }
    return LearnedPriority(task.pk, place, why)
