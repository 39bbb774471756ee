"""What Label Studio's server tells its ML back ends: train, and what people annotated there.

Payloads are those of Label Studio's webhooks, `action` beside `project`, `task`, `annotation`, and
of its older `/train` with whole tasks under `annotations`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from active_learning.embeddings.field import Field
from active_learning.models import HeardAnnotation
from active_learning.selectors.target import learning_target
from active_learning.services.label_studio_config import TheirConfig
from active_learning.services.label_studio_tasks import EXTERNAL, task_for
from active_learning.services.retrain import enqueue_round
from labeling.formats.base import Content
from labeling.formats.label_studio.results_in import BadResult, ResultReader
from labeling.kernel.errors import BadInput, Conflict
from labeling.models import Task, User
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.regions.kind import Bounds
from labeling.selectors.media import bounds_of_asset, shelf_for
from labeling.selectors.ontologies import ontology_of
from labeling.services.foreign_answers import keep_foreign_answer
from labeling.services.import_annotators import find_annotators
from labeling.services.revise_annotation import delete_annotation

__all__ = ["MAX_TOLD", "hear_event", "hear_training"]

MAX_TOLD = 1_000
"""Annotated tasks of one call."""
KEPT = frozenset({"ANNOTATION_CREATED", "ANNOTATION_UPDATED"})
TAKEN_BACK = frozenset({"ANNOTATION_DELETED", "ANNOTATIONS_DELETED"})
TRAIN = "START_TRAINING"
Json = dict[str, Any]


def hear_training(*, access: Access, told: Mapping[str, Any]) -> Json:
    """Keep the annotated tasks that came along, and ask for a round."""
    tasks = told.get("annotations") or []
    if not isinstance(tasks, list) or len(tasks) > MAX_TOLD:
        raise _bad("/annotations", f"a list of at most {MAX_TOLD:,} annotated tasks")
    listener = _Listener.of(access, told)
    with transaction.atomic():
        kept = [
            listener.keep(task, annotation)
            for task in tasks
            for annotation in _list_of(task, "annotations")
        ]
    return {"status": "ok", "kept": kept, "job": str(_round(access))}


def hear_event(*, access: Access, told: Mapping[str, Any]) -> Json:
    """Do what an event means here; one that means nothing here is answered so, and why."""
    action = told.get("action")
    if action == TRAIN:
        return {"status": "ok", "job": str(_round(access))}
    if action in KEPT:
        task, annotation = told.get("task"), told.get("annotation")
        with transaction.atomic():
            kept = _Listener.of(access, told).keep(task, annotation)
        return {"status": "ok", "kept": [kept]}
    if action in TAKEN_BACK:
        rows = _list_of(told, "annotations") or [told.get("annotation")]
        listener = _Listener.of(access, told)
        with transaction.atomic():
            gone = sum(listener.take_back(row) for row in rows)
        return {"status": "ok", "deleted": gone}
    known = ", ".join(sorted({TRAIN, *KEPT, *TAKEN_BACK}))
    return {"status": "ignored", "reason": f"{str(action)[:60]} means nothing here; heard: {known}"}


def _round(access: Access) -> int:
    if learning_target(access.project) is None:
        raise Conflict("No label of this project can be learned.", code="nothing_to_learn")
    return enqueue_round(project=access.project, trigger="person", user_id=access.user.pk)


@dataclass(frozen=True, slots=True)
class _Listener:
    """Their project beside ours."""

    access: Access
    ontology: Ontology
    config: TheirConfig
    project: str

    @classmethod
    def of(cls, access: Access, told: Mapping[str, Any]) -> "_Listener":
        given = told.get("project")
        project = given if isinstance(given, Mapping) else {"id": given}
        config = project.get("label_config") or told.get("label_config") or ""
        ontology = ontology_of(access.project)
        theirs = TheirConfig(str(config), ontology.labels)
        if theirs.is_told and not theirs.controls:
            raise BadInput(
                "No control of the label_config is a label of this project: the kind and a class "
                "name have to be the same.",
                code="no_shared_label",
                errors=[{"pointer": "/project/label_config", "detail": "no shared label"}],
            )
        return cls(access, ontology, theirs, str(project.get("id") or ""))

    def keep(self, task: Any, annotation: Any) -> Json:
        """Store an annotation of theirs, with its task where we do not have it."""
        number, result = self._annotation(task, annotation)
        results, left_out = self.config.as_ours(result)
        if not results:
            raise BadInput(
                "Nothing in the annotation is a label of this project"
                + (f" (its controls: {', '.join(left_out)})." if left_out else "; it is empty."),
                code="no_shared_label",
                errors=[{"pointer": "/annotation/result", "detail": "nothing that fits"}],
            )
        ours = self._task(task)
        kept, how = keep_foreign_answer(
            access=self.access,
            task=ours,
            annotator=_annotator(annotation.get("completed_by"), self.access),
            content=self._content(ours, results),
            lead_time=_seconds(annotation.get("lead_time")),
        )
        HeardAnnotation.objects.update_or_create(
            project=self.access.project, theirs=self._theirs(number), defaults={"annotation": kept}
        )
        return {
            "task": str(ours.pk),
            "annotation": str(kept.pk),
            "how": how,
            "left_out": left_out,
        }

    def take_back(self, annotation: Any) -> bool:
        """Delete what was kept of an annotation of theirs; False where nothing was."""
        number = annotation.get("id") if isinstance(annotation, Mapping) else annotation
        heard = HeardAnnotation.objects.filter(
            project=self.access.project, theirs=self._theirs(number)
        ).first()
        if heard is None:
            return False
        delete_annotation(access=self.access, annotation=heard.annotation)
        return True

    def _theirs(self, number: Any) -> str:
        return f"{self.project}:{number}"[:64]

    def _annotation(self, task: Any, annotation: Any) -> tuple[Any, list[Any]]:
        if not isinstance(task, Mapping) or task.get("id") in (None, ""):
            raise _bad("/task", "an object with `id` and `data`")
        if not isinstance(annotation, Mapping) or not isinstance(annotation.get("result"), list):
            raise _bad("/annotation", "an object with a list `result`")
        if annotation.get("was_cancelled"):
            raise BadInput("The annotation was cancelled there.", code="cancelled_there")
        return annotation.get("id"), annotation["result"]

    def _content(self, task: Task, results: Sequence[Any]) -> Content:
        shelf = shelf_for(self.access.project, self.ontology, [task])

        def size(field: str) -> tuple[int, int] | None:
            asset = shelf.asset_in(task, field)
            bounds = bounds_of_asset(asset) if asset else Bounds()
            if bounds.width is None or bounds.height is None:
                return None
            return round(bounds.width), round(bounds.height)

        try:
            return ResultReader(self.ontology, task.data, size).read(list(results), "human")
        except BadResult as error:
            raise BadInput(
                f"The annotation cannot be read: {error}.",
                code="bad_result",
                errors=[{"pointer": "/annotation/result", "detail": str(error)}],
            ) from error

    def _task(self, task: Mapping[str, Any]) -> Task:
        fields = [Field(one.id, one.type) for one in self.ontology.fields.values()]
        values = self.config.values_of(task, fields)
        return task_for(access=self.access, number=str(task["id"]), values=values)


def _annotator(given: Any, access: Access) -> User:
    """Return who annotated there: a user of the same name or address, else an account by number."""
    name = ""
    if isinstance(given, Mapping):
        name = str(given.get("username") or given.get("email") or "")
        given = given.get("id")
    if not name and isinstance(given, int) and not isinstance(given, bool):
        name = EXTERNAL.format(given)
    found, _ = find_annotators({name}, importer=access.user)
    return User.objects.get(pk=found[name])


def _seconds(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < 1e9 else 0.0


def _list_of(told: Any, name: str) -> list[Any]:
    found = told.get(name) if isinstance(told, Mapping) else None
    if found is not None and not isinstance(found, list):
        raise _bad(f"/{name}", "a list")
    return found or []


def _bad(pointer: str, wanted: str) -> BadInput:
    return BadInput(
        f"{pointer[1:]} is {wanted}.", errors=[{"pointer": pointer, "detail": f"Not {wanted}."}]
    )
