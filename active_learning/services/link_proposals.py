"""The learned source of proposals: what people linked here says what belongs to a region."""

import base64
import io
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from active_learning.linking.uncertainty import chances
from active_learning.selectors.link_marks import frame_of, name_of, words_of
from active_learning.selectors.linkers import linker_in_use, linker_weights
from active_learning.services.serving import serving_client
from labeling.models import Asset
from labeling.services.proposals.ask import Ask, Proposal, Region
from labeling.services.renditions import rendition_of

__all__ = ["by_learned_links"]

MOST_CANDIDATES = 40
SENT_SIDE_PX = 1_280
BEST = 0.84
"""Of the likeliest candidate, if it is as good as certain."""
PLAIN = 0.45
"""Of one that is no likelier than chance."""
MOST = 4


def by_learned_links(ask: Ask) -> Sequence[Proposal]:
    """Propose regions that are there, by the linker in use; nothing before there is one."""
    mine = words_of(ask.ontology, ask.data, ask.region)
    frame = frame_of(ask.ontology, ask.assets, ask.region)
    if mine is None and frame is None:
        return []
    others = [region for label in ask.targets for region in ask.candidates(label)]
    fitting = [r for r in others if _is_opposite(ask, r, is_word=mine is not None)]
    version = linker_in_use(ask.project_id) if fitting else None
    if version is None:
        return []
    fitting = fitting[:MOST_CANDIDATES]
    words, places = ([ask.region], fitting) if mine is not None else (fitting, [ask.region])
    table = serving_client().link(
        version.key, _question(ask, words, places), weights=lambda: linker_weights(version)
    )
    scores = table[0] if mine is not None else [row[0] for row in table]
    return _ranked(ask, fitting, scores, version.links)


def _ranked(
    ask: Ask, regions: Sequence[Region], scores: Sequence[float], links: int
) -> list[Proposal]:
    """Score by how much likelier than chance, and by how near to the likeliest."""
    found = chances(scores)
    order = sorted(range(len(regions)), key=lambda at: -found[at])
    even, top = 1 / len(regions), float(found.max())
    if len(regions) > 1 and top <= even * 1.0001:
        return []
    sure = 1.0 if len(regions) == 1 else (top - even) / (1 - even)
    best = PLAIN + (BEST - PLAIN) * sure**0.5
    return [
        ask.there(regions[at], best * float(found[at]) / top, "learned", count=links)
        for at in order[:MOST]
    ]


def _is_opposite(ask: Ask, region: Region, *, is_word: bool) -> bool:
    if is_word:
        return frame_of(ask.ontology, ask.assets, region) is not None
    return words_of(ask.ontology, ask.data, region) is not None


def _question(ask: Ask, words: Sequence[Region], places: Sequence[Region]) -> dict[str, Any]:
    sent = [_place(ask, region) for region in places]
    return {
        "words": [
            {"text": words_of(ask.ontology, ask.data, r), "named": name_of(ask.ontology, r)}
            for r in words
        ],
        "places": sent,
        "pictures": {name: _sent(ask.assets[name]) for name in {one["picture"] for one in sent}},
    }


def _place(ask: Ask, region: Region) -> Mapping[str, Any]:
    label = ask.ontology.label(str(region["label"]))
    assert label is not None  # the answer was checked
    frame = frame_of(ask.ontology, ask.assets, region)
    return {"picture": label.on, "frame": frame, "named": name_of(ask.ontology, region)}


def _sent(asset: Asset) -> str:
    """Return the upright picture, no larger than the crops need, as base64 JPEG."""
    content = io.BytesIO()
    with Image.open(rendition_of(asset, "display").path) as file:
        picture = file.convert("RGB")
        picture.thumbnail((SENT_SIDE_PX, SENT_SIDE_PX), Image.Resampling.BILINEAR)
        picture.save(content, "JPEG", quality=92)
    return base64.b64encode(content.getvalue()).decode()
