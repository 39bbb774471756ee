"""Fits a project's linker on the links that people confirmed, and stores it."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from active_learning.linking.cropping import crop
from active_learning.linking.encoding import encode_pictures, encode_words, encoder_ids
from active_learning.linking.fitting import fit_linker
from active_learning.linking.lessons import Linked, make_lessons
from active_learning.linking.marks import PictureMark, WordMark
from active_learning.linking.scorer import save_linker
from active_learning.models import LinkerVersion
from active_learning.selectors.labelled import newest_annotation
from active_learning.selectors.link_marks import frame_of, name_of, words_of
from active_learning.selectors.linkers import confirmed_annotations
from active_learning.services.encoders import encoders
from active_learning.serving.bundle import bundle_key
from labeling.kernel.errors import PenumbraError
from labeling.models import Asset, Project
from labeling.ontology.objects import identity_pairs
from labeling.ontology.parts import Ontology
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.services.renditions import rendition_of

__all__ = ["LEAST_LINKS", "train_linker"]

logger = logging.getLogger(__name__)

LEAST_LINKS = 3
MOST_ANNOTATIONS = 400
MOST_MARKS = 60
"""Of one family in one annotation; what is linked goes first."""
KEPT = 3
"""Linkers that stay stored: a call under way may name the one before."""


@dataclass
class _Collected:
    """Marks of all annotations, and who belongs to whom."""

    words: list[WordMark] = field(default_factory=list)
    pictures: list[PictureMark] = field(default_factory=list)
    linked: list[Linked] = field(default_factory=list)

    @property
    def links(self) -> int:
        """How many links there are."""
        return sum(len(one.pairs) for one in self.linked)


def train_linker(
    *, project: Project, tell: Callable[[int, int, str], None], should_stop: Callable[[], bool]
) -> LinkerVersion:
    """Return the new linker; an empty one, to be noted only, while links teach nothing yet."""
    started, newest = time.monotonic(), newest_annotation(project)
    content, links = _fitted(project, tell, should_stop) or (b"", 0)
    key = bundle_key(content) if content else ""
    name = f"models/{project.pk}/linker-{key}.safetensors"
    version = LinkerVersion.objects.create(
        project=project,
        key=key,
        path=default_storage.save(name, ContentFile(content)) if content else "",
        size_bytes=len(content),
        links=links,
        last_annotation=newest,
        seconds=round(time.monotonic() - started, 3),
    )
    _drop_old(project, version)
    return version


def _fitted(
    project: Project, tell: Callable[[int, int, str], None], should_stop: Callable[[], bool]
) -> tuple[bytes, int] | None:
    """Return the linker's file and its links; None where they teach nothing."""
    collected = _collect(project, tell)
    if collected.links < LEAST_LINKS:
        return None
    words = encode_words(encoders(), collected.words)
    pictures = encode_pictures(encoders(), collected.pictures)
    lessons = make_lessons(words, pictures, collected.linked)
    if not lessons.from_words and not lessons.from_pictures:
        return None
    linker = fit_linker(lessons, encoders=encoder_ids(encoders()), should_stop=should_stop)
    return save_linker(linker), linker.links


def _collect(project: Project, tell: Callable[[int, int, str], None]) -> _Collected:
    ontology = ontology_of(project)
    rows = confirmed_annotations(project, MOST_ANNOTATIONS)
    tasks = project.tasks.in_bulk([row["task_id"] for row in rows])
    shelf = shelf_for(project, ontology, tasks.values())
    found = _Collected()
    for done, row in enumerate(rows):
        tell(done, len(rows), "reading links")
        task = tasks[row["task_id"]]
        assets = {f: a for f in shelf.fields if (a := shelf.asset_in(task, f)) is not None}
        try:
            _add(found, ontology, task.data, assets, row)
        except (PenumbraError, OSError) as error:
            logger.info("Links of annotation %s are left out: %s", row["pk"], error)
    return found


def _add(
    found: _Collected,
    ontology: Ontology,
    data: Mapping[str, Any],
    assets: Mapping[str, Asset],
    row: Mapping[str, Any],
) -> None:
    """Add one annotation's marks, if it links words with places."""
    pairs = identity_pairs(ontology, row)
    joined = {end for pair in pairs for end in pair}
    regions = sorted(row["regions"], key=lambda region: region["id"] not in joined)
    said = {r["id"]: text for r in regions if (text := words_of(ontology, data, r))}
    seen = {r["id"]: frame for r in regions if (frame := frame_of(ontology, assets, r))}
    crosses = [(a, b) for one, two in pairs for a, b in ((one, two), (two, one))
               if a in said and b in seen]  # fmt: skip
    if not crosses:
        return
    by_id = {region["id"]: region for region in regions}
    pictures = {on: _picture(asset) for on, asset in assets.items() if asset.kind == "image"}
    word_at, place_at = {}, {}
    for region_id, text in list(said.items())[:MOST_MARKS]:
        word_at[region_id] = len(found.words)
        found.words.append(WordMark(text, name_of(ontology, by_id[region_id])))
    for region_id, frame in list(seen.items())[:MOST_MARKS]:
        region = by_id[region_id]
        label = ontology.label(region["label"])
        assert label is not None  # `frame_of` knew it
        place_at[region_id] = len(found.pictures)
        pixels = crop(pictures[label.on], frame)
        found.pictures.append(PictureMark(pixels, frame, name_of(ontology, region)))
    kept = frozenset(
        (word_at[a], place_at[b]) for a, b in crosses if a in word_at and b in place_at
    )
    found.linked.append(Linked(tuple(word_at.values()), tuple(place_at.values()), kept))


def _picture(asset: Asset) -> Image.Image:
    with Image.open(rendition_of(asset, "display").path) as file:
        return file.convert("RGB")


def _drop_old(project: Project, newest: LinkerVersion) -> None:
    """Keep the newest note and the last few linkers."""
    older = LinkerVersion.objects.filter(project=project, pk__lt=newest.pk).order_by("-pk")
    older.filter(key="").delete()
    for old in older.exclude(key="")[KEPT:]:
        default_storage.delete(old.path)
        old.delete()
