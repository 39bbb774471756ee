"""Pre-labelers of a project: which are in use, whom they are asked about, what people decided."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from active_learning.models import (
    STANDING,
    AcceptedTask,
    PluggedModel,
    PrelabelerUse,
    RawProposals,
)
from active_learning.prelabelers.asking import missing_needs
from active_learning.prelabelers.base import Card
from active_learning.prelabelers.composing import Source
from active_learning.prelabelers.placing import guess_places, read_places
from active_learning.prelabelers.wrapping import Wrap
from active_learning.selectors.prelabeler_cards import card_of, find_card
from active_learning.selectors.target import learning_target
from labeling.models import AnnotationState, Project, Task
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.ontology.schema import Ontology
from labeling.selectors.ontologies import ontology_of

__all__ = [
    "Working",
    "answered_for",
    "learns_label",
    "open_tasks",
    "plugged_source",
    "raw_of_tasks",
    "source_of",
    "taught_answers",
    "unasked_tasks",
    "working_uses",
]

TAUGHT = 400
"""Answers, the newest, from which a wrap is learned."""


@dataclass(frozen=True, slots=True)
class Working:
    """A use that can run: its card is known, what it needs is there, its field exists."""

    use: PrelabelerUse
    card: Card
    source: Source


def working_uses(project: Project) -> list[Working]:
    """Return the uses that are switched on and can run, in the order they were made."""
    ontology = ontology_of(project)
    return [
        Working(use, card, source_of(use, ontology))
        for use in project.prelabeler_uses.filter(is_on=True).order_by("pk")
        if (card := find_card(project, use.prelabeler)) is not None
        and use.field in ontology.fields
        and not missing_needs(card)
    ]


def source_of(use: PrelabelerUse, ontology: Ontology) -> Source:
    """Return a use in the terms of the pure core."""
    card = card_of(use.project, use.prelabeler)
    places = read_places(use.places, card, ontology)
    wrap = Wrap.read(use.wrap)
    # Raw scores of a pre-labeler have a scale of their own, probabilities have one.
    least = use.least if wrap.is_learned else card.least
    return Source(use.source, places, wrap, least, card.waits, card.nests)


def plugged_source(plugged: PluggedModel, card: Card, ontology: Ontology) -> Source | None:
    """Return a brought model as it is used, else as its class names let one guess.

    None where its field is gone.
    """
    if plugged.field not in ontology.fields:
        return None
    use = plugged.project.prelabeler_uses.filter(prelabeler=card.id, field=plugged.field).first()
    if use is not None and use.places:
        return source_of(use, ontology)
    return Source(card.id, guess_places(card, ontology, plugged.field), Wrap(), card.least)


def open_tasks(project: Project) -> QuerySet[Task]:
    """Return the tasks that may be pre-labelled.

    Hold-out tasks and audits are answered without a suggestion, so that what is measured on them
    is people's own.
    """
    audits = AcceptedTask.objects.filter(
        acceptance__project=project, acceptance__state__in=STANDING, is_audit=True
    )
    rows = project.tasks.filter(wants_labels=1, annotation_count=0, is_holdout=False)
    return rows.exclude(pk__in=audits.values("task"))


def unasked_tasks(use: PrelabelerUse) -> QuerySet[Task]:
    """Return the open tasks that a use was not asked about, the top of the queue first."""
    asked = RawProposals.objects.filter(use=use, task=OuterRef("pk"), revision=use.revision)
    return open_tasks(use.project).filter(~Exists(asked)).order_by("-priority", "pk")


def answered_for(use: PrelabelerUse, most: int) -> list[Task]:
    """Return the newest answered tasks of which a use said nothing yet, to learn what it is worth.

    They were answered without its suggestions.
    """
    asked = RawProposals.objects.filter(use=use, task=OuterRef("pk"), revision=use.revision)
    rows = use.project.tasks.filter(~Exists(asked), annotation_count__gt=0)
    return list(rows.order_by("-updated_at", "-pk")[:most])


def raw_of_tasks(
    uses: Sequence[PrelabelerUse], task_ids: Sequence[int]
) -> dict[int, dict[int, list[dict[str, Any]]]]:
    """Return {task: {use: raw proposals}} of what was said at the uses' present revisions."""
    revisions = {use.pk: use.revision for use in uses}
    rows = RawProposals.objects.filter(use__in=revisions, task__in=task_ids)
    found: dict[int, dict[int, list[dict[str, Any]]]] = defaultdict(dict)
    for use_id, task_id, revision, proposals in rows.values_list(
        "use_id", "task_id", "revision", "proposals"
    ):
        if revision == revisions[use_id]:
            found[task_id][use_id] = proposals
    return found


def taught_answers(
    project: Project, uses: Sequence[PrelabelerUse]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield (task, content) of the newest answers by people to tasks that were pre-labelled."""
    raw = RawProposals.objects.filter(use__in=[use.pk for use in uses], task=OuterRef("task"))
    rows = (
        project.annotations.exclude(state=AnnotationState.REJECTED)
        .exclude(origin=ACCEPTED_ORIGIN)
        .filter(Exists(raw))
        .order_by("-pk")
        .values_list("task_id", "regions", "answers")
    )
    for task_id, regions, answers in rows[:TAUGHT]:
        yield task_id, {"regions": regions, "answers": answers}


def learns_label(project: Project) -> str | None:
    """Return the label that the project's own learner answers, if it has one."""
    target = learning_target(project)
    return target.label.id if target else None
