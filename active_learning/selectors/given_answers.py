"""Every single annotation's answer to one label, for those who judge labels rather than tasks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from labeling.models import AnnotationState, Project
from labeling.ontology.schema import Label
from labeling.regions.registry import KINDS as REGION_KINDS


@dataclass(frozen=True, slots=True)
class Given:
    """One person's answer.

    `answer` is a class id, a frozenset of class ids, or the regions of the label as stored.
    """

    annotation_id: int
    task_id: int
    revision: int
    answer: Any


def given_answers(project: Project, label: Label) -> list[Given]:
    """Return the answers that are not rejected, in the order of their annotations."""
    rows = (
        project.annotations.exclude(state=AnnotationState.REJECTED)
        .order_by("pk")
        .values_list("pk", "task_id", "revision", "answers", "regions")
    )
    return list(_read(rows.iterator(chunk_size=2000), label))


def _read(rows: Iterator[Any], label: Label) -> Iterator[Given]:
    known = {item.id for item in label.classes}
    for annotation_id, task_id, revision, answers, regions in rows:
        answer = _answer(label, known, answers, regions)
        if answer is not None:
            yield Given(annotation_id, task_id, revision, answer)


def _answer(
    label: Label, known: set[str], answers: dict[str, Any], regions: list[dict[str, Any]]
) -> Any:
    if label.kind in REGION_KINDS:
        mine = (region for region in regions if region.get("label") == label.id)
        return tuple(region for region in mine if region.get("class") in known)
    value = answers.get(label.id)
    if label.kind == "choice":
        return value if isinstance(value, str) and value in known else None
    return frozenset(value) & known if isinstance(value, list) else None
