"""Click to segment: hands a picture and a prompt to the segmenting processes, nothing else."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from active_learning.segmenting.asking import Picture, SegmentFault, SegmentPool
from active_learning.segmenting.dropped import DECODER, ENCODER, dropped_models
from active_learning.segmenting.prompt import Prompt, PromptFault, read_prompt
from labeling.kernel.errors import BadInput, Conflict, PenumbraError, TooLarge, Unavailable
from labeling.models import Asset, Project, Task
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.services.renditions import rendition_of

WALKER = "walker"
_REFUSALS: Mapping[str, type[PenumbraError]] = {
    "bad_prompt": BadInput,
    "bad_model": Conflict,
    "too_large": TooLarge,
}


def segment_models() -> list[str]:
    """Return the names that a call may ask for; the first is what answers where none is named."""
    return [*dropped_models(models_folder()), WALKER]


def models_folder() -> Path:
    """Return where people drop pairs of the SAM family."""
    return Path(settings.PENUMBRA_DATA) / "models" / "segment"


def segment(*, project: Project, task: Task, content: Any) -> dict[str, Any]:
    """Return the outline of what a prompt means in a picture of a task; nothing is stored.

    An answer without an outline has `polygon` None: nothing was said, or nothing fits it.
    """
    if not isinstance(content, Mapping):
        raise BadInput('Send {"field", "clicks": [{"x", "y", "on"}], "box"?, "window"?}.')
    asset = _picture(project, task, content.get("field"))
    name, model = _model(content.get("model"))
    prompt = _prompt(content, asset)
    seen = rendition_of(asset, "display")
    picture = Picture(asset.sha256, seen.path, asset.width or 1, asset.height or 1)
    try:
        found = _pool().ask(picture, model, prompt)
    except SegmentFault as fault:
        refusal = _REFUSALS.get(fault.fault, Unavailable)
        raise refusal(
            f"{name} gave no outline: {fault.detail}.", code=f"segment_{fault.fault}"
        ) from fault
    return {"model": name, "polygon": found["polygon"]}


@cache
def _pool() -> SegmentPool:
    return SegmentPool()


def _picture(project: Project, task: Task, field: Any) -> Asset:
    ontology = ontology_of(project)
    pictures = [name for name, item in ontology.fields.items() if item.type == "image"]
    if not isinstance(field, str) or field not in pictures:
        known = ", ".join(pictures) or "this project has none"
        raise BadInput(
            f"`field` names a field of pictures ({known}).",
            errors=[{"pointer": "/field", "detail": "no field of pictures"}],
        )
    asset = shelf_for(project, ontology, [task]).asset_in(task, field)
    if asset is None:
        raise BadInput(f"This task has no picture in {field!r}.")
    return asset


def _model(named: Any) -> tuple[str, str]:
    """Return a model's name, and what the processes know it by."""
    dropped = dropped_models(models_folder())
    name = next(iter(dropped), WALKER) if named is None else named
    if name == WALKER:
        return WALKER, WALKER
    if not isinstance(name, str) or name not in dropped:
        raise BadInput(
            f"There is no model {str(name)[:40]!r} here (known: {', '.join([*dropped, WALKER])}). "
            f"Put its {ENCODER} and {DECODER} into models/segment/<name> of the data folder.",
            code="no_segment_model",
            errors=[{"pointer": "/model", "detail": "not installed"}],
        )
    return name, str(dropped[name])


def _prompt(content: Mapping[str, Any], asset: Asset) -> Prompt:
    try:
        return read_prompt(content, asset.width or 1, asset.height or 1)
    except PromptFault as fault:
        raise BadInput(
            f"{fault.pointer}: {fault.detail}.",
            code="bad_prompt",
            errors=[{"pointer": fault.pointer, "detail": fault.detail}],
        ) from fault
