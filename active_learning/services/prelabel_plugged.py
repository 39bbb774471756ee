"""A brought model answers the pre-labeling call in the place of the project's own."""

import base64
import io
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from PIL import Image

from active_learning.embeddings.field import Field
from active_learning.embeddings.folder import models_folder
from active_learning.embeddings.pictures import upright_size
from active_learning.models import PluggedModel
from active_learning.plugged.desk import WAIT_S, DeskBusy, PluggedDesk
from active_learning.prelabelers.base import Medium
from active_learning.prelabelers.checking import checked_proposals
from active_learning.prelabelers.composing import Composed, candidates_of, compose
from active_learning.prelabelers.placing import wanted_of
from active_learning.selectors.plugged import plugged_card
from active_learning.selectors.prelabeler_media import bounds_of_field, medium_of
from active_learning.selectors.prelabeling import plugged_source
from active_learning.selectors.target import Target
from active_learning.services.compose_predictions import AMBIGUOUS
from active_learning.services.prelabel_inputs import fault_of, read_inputs
from active_learning.serving.client import Overloaded
from labeling.kernel.errors import BadInput, Conflict, PenumbraError
from labeling.models import Task
from labeling.regions.kind import Bounds
from labeling.selectors.media import inline_bounds, shelf_for
from labeling.selectors.ontologies import ontology_of

__all__ = ["PluggedAnswers", "plugged_desk"]

RETRY_S = 2
MAX_PIXELS = 100_000_000
Json = dict[str, Any]


@cache
def plugged_desk() -> PluggedDesk:
    """Return the desk of this process; its models' processes end with it."""
    return PluggedDesk(models_folder(settings.PENUMBRA_DATA))


class PluggedAnswers:
    """One call to a brought model; `arrived_at` and `deadline_ms` as `prelabel_inputs` has them."""

    def __init__(
        self,
        plugged: PluggedModel,
        *,
        arrived_at: float | None = None,
        deadline_ms: float | None = None,
    ) -> None:
        self._project = plugged.project
        self._ontology = ontology_of(self._project)
        card = plugged_card(self._project, plugged.card_id)
        source = plugged_source(plugged, card, self._ontology) if card else None
        if card is None or source is None or not source.places:
            raise Conflict(
                f"{plugged.name} answers the calls of this project, and fits no label on "
                f"{plugged.field!r} any more. Let another model answer, or map its classes anew.",
                code="plugged_fits_nothing",
            )
        self._card, self._source = card, source
        self._field = Field(plugged.field, self._ontology.fields[plugged.field].type)
        self._wanted = wanted_of(source.places, self._ontology)
        arrived_at = time.monotonic() if arrived_at is None else arrived_at
        self._until = None if deadline_ms is None else arrived_at + deadline_ms / 1000

    @property
    def target(self) -> Target:
        """What it answers first, as the project's own model would be asked for it."""
        label = self._ontology.label(self._source.places[0].label)
        assert label is not None  # places are read against the ontology
        return Target(label, (self._field,))

    def to_inputs(self, inputs: Sequence[Any]) -> Json:
        """Answer each input, or say what is wrong with it."""
        results = []
        with tempfile.TemporaryDirectory(prefix="penumbra-asked-") as folder:
            for number, read in enumerate(read_inputs([self._field], inputs)):
                if isinstance(read, PenumbraError):
                    results.append(fault_of(read))
                else:
                    place = Path(folder) / str(number)
                    results.append(self._guarded(partial(self._given, read, place)))
        return self._answer(results)

    def to_task(self, task: Task) -> Json:
        """Answer one stored task."""
        return self._answer([self._guarded(partial(self._stored, task))])

    def _answer(self, results: list[Json]) -> Json:
        if all(result.get("error", {}).get("code") == "busy" for result in results):
            raise Overloaded(results[0]["error"]["detail"], retry_after_s=RETRY_S)
        return {"model_version": self._card.id, "results": results}

    def _guarded(self, answer: Callable[[], Json]) -> Json:
        """A value that cannot be answered is one answer, not the call's end."""
        if self._left_s() <= 0:
            detail = "The deadline was over before its turn came. Ask with a longer `deadline_ms`."
            return {"error": {"code": "too_late", "detail": detail}}
        try:
            return answer()
        except DeskBusy:
            detail = f"{self._card.title} works on other calls; try again shortly."
            return {"error": {"code": "busy", "detail": detail}}
        except PenumbraError as error:
            return fault_of(error)

    def _left_s(self) -> float:
        return WAIT_S if self._until is None else min(WAIT_S, self._until - time.monotonic())

    def _given(self, values: Mapping[str, Any], place: Path) -> Json:
        name = self._field.name
        if name not in values:
            raise BadInput(f"The model reads {name!r}, which is not there.")
        value = values[name]
        if self._field.type == "image":
            medium, bounds = _picture(value, place)
        else:
            medium = Medium(self._field.type, value)
            bounds = inline_bounds(self._ontology, values).get(name, Bounds())
        return self._asked(medium, replace(bounds, field=self._field.type))

    def _stored(self, task: Task) -> Json:
        shelf = shelf_for(self._project, self._ontology, [task])
        medium = medium_of(self._card, task, self._field.name, shelf)
        if medium is None:
            raise BadInput(f"This task has nothing in {self._field.name!r}.")
        return self._asked(medium, bounds_of_field(task, self._field.name, shelf))

    def _asked(self, medium: Medium, bounds: Bounds) -> Json:
        answered = plugged_desk().ask(self._card, medium, self._wanted, wait_s=self._left_s())
        if answered.fault:
            return {"error": {"code": answered.fault, "detail": answered.detail}}
        sound, wrong = checked_proposals(self._card, answered.proposals, self._wanted, bounds)
        if wrong:
            return {"error": {"code": "nonsense", "detail": wrong}}
        candidates = candidates_of(self._source, sound, self._ontology)
        composed = compose([self._source], candidates, self._ontology)[self._source.id]
        return _result(composed, answered.seconds)


def _result(composed: Composed, seconds: float) -> Json:
    score = round(min(1.0, composed.score), 6)
    return {
        "answers": composed.answers,
        "regions": composed.regions,
        "score": score,
        "uncertainty": round(1 - score, 6),
        "ambiguous": score < AMBIGUOUS,
        "probabilities": composed.probabilities,
        "encoder": "plugged",
        "latency_ms": round(seconds * 1000, 3),
    }


def _picture(encoded: str, place: Path) -> tuple[Medium, Bounds]:
    """Write a picture where the model's process reads it, and look at its size."""
    content = base64.b64decode(encoded)
    try:
        with Image.open(io.BytesIO(content)) as picture:
            width, height = upright_size(picture)
            mime = picture.get_format_mimetype() or ""
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise BadInput("The image cannot be read.", code="unreadable") from error
    if width * height > MAX_PIXELS:
        raise BadInput(f"An image has at most {MAX_PIXELS:,} pixels.", code="too_large")
    place.write_bytes(content)
    facts = {"mime": mime, "width": width, "height": height}
    return Medium("image", None, place, facts), Bounds(width, height)
