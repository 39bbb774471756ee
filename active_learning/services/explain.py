"""Says on which parts of a value an answer of our own model rests; nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from active_learning.models import ModelVersion
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.versions import get_version, version_weights
from active_learning.services.prelabel import own_in_use, stored_value
from active_learning.services.prelabel_inputs import read_inputs, served_value
from active_learning.services.serving import serving_client
from labeling.kernel.errors import BadInput, Conflict, PenumbraError
from labeling.kernel.wire import read_id
from labeling.models import Project, Task
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of

__all__ = ["Question", "explain_input", "explain_task"]

BUDGET_MS = 2_000.0
MOST_BUDGET_MS = 5_000.0


@dataclass(frozen=True, slots=True)
class Question:
    """Which version's answer, on which field, for which class; empty: the obvious one."""

    version: int | None = None
    field: str = ""
    label_class: str = ""
    budget_ms: float = BUDGET_MS

    @classmethod
    def read(cls, given: Any) -> "Question":
        """Read a body, or say which part of it is wrong."""
        if not isinstance(given, Mapping):
            raise BadInput("Send an object.")
        budget = given.get("budget_ms", BUDGET_MS)
        is_number = isinstance(budget, int | float) and not isinstance(budget, bool)
        if not is_number or not 0 < budget <= MOST_BUDGET_MS:
            detail = f"`budget_ms` is a number of milliseconds up to {MOST_BUDGET_MS:,.0f}."
            raise BadInput(detail, errors=[{"pointer": "/budget_ms", "detail": detail}])
        version = given.get("version")
        return cls(
            None if version is None else read_id(version, "/version"),
            str(given.get("field") or ""),
            str(given.get("class") or ""),
            float(budget),
        )


def explain_task(*, project: Project, task: Task, question: Question) -> dict[str, Any]:
    """Explain the answer to a stored task."""
    target, version = _asked(project, question)
    shelf = shelf_for(project, ontology_of(project), [task])
    values = {field.name: stored_value(field, task, shelf) for field in target.fields}
    return _explained(version, values, question)


def explain_input(*, project: Project, given: Any, question: Question) -> dict[str, Any]:
    """Explain the answer to an input of the pre-labeling call."""
    target, version = _asked(project, question)
    (read,) = read_inputs(target.fields, [given])
    if isinstance(read, PenumbraError):
        raise read
    types = {field.name: field.type for field in target.fields}
    values = {name: served_value(types[name], value) for name, value in read.items()}
    return _explained(version, values, question)


def _asked(project: Project, question: Question) -> tuple[Target, ModelVersion]:
    if question.version is None:
        return own_in_use(project)
    target, version = learning_target(project), get_version(project, question.version)
    if target is None or version.label != target.label.id:
        raise Conflict(
            "This version answers another label than the one that is learned.",
            code="model_outdated",
        )
    return target, version


def _explained(
    version: ModelVersion, values: Mapping[str, Any], question: Question
) -> dict[str, Any]:
    found = serving_client().explain(
        version.key,
        {
            "values": values,
            "field": question.field,
            "class": question.label_class,
            "budget_s": question.budget_ms / 1000,
        },
        weights=lambda: version_weights(version),
    )
    return {"model_version": version.name} | found
