"""Asks pre-labelers about stored tasks, and keeps what they say as they say it."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError

from active_learning.embeddings.folder import models_folder
from active_learning.models import PrelabelerUse, RawProposals
from active_learning.prelabelers.asking import AskedPrelabeler
from active_learning.prelabelers.base import Card, Medium
from active_learning.prelabelers.checking import checked_proposals
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.placing import wanted_of
from active_learning.selectors.prelabeler_media import bounds_of_field, medium_of
from active_learning.selectors.prelabeling import Working
from labeling.kernel.errors import PenumbraError
from labeling.models import Task
from labeling.selectors.media import MediaShelf, shelf_for
from labeling.selectors.ontologies import ontology_of

__all__ = ["WASTED_S", "AskingRoom", "ask_about", "store_raw"]

WASTED_S = 60.0
"""Seconds of failures in a row after which a batch is left: others wait for this worker."""


class AskingRoom:
    """The opened pre-labelers of a job; a context manager that ends their processes."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._open: dict[int, AskedPrelabeler] = {}

    def __enter__(self) -> "AskingRoom":
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def of(self, use: PrelabelerUse, card: Card) -> AskedPrelabeler:
        """Return the use's pre-labeler; its process starts at the first question."""
        if use.pk not in self._open:
            asked = AskedPrelabeler(
                card,
                models=models_folder(settings.PENUMBRA_DATA),
                options=read_options(card, use.options),
            )
            self._open[use.pk] = self._stack.enter_context(asked)
        return self._open[use.pk]

    def close(self, use: PrelabelerUse) -> None:
        """End one's process, which holds a model."""
        if opened := self._open.pop(use.pk, None):
            opened.__exit__()


@dataclass(frozen=True, slots=True)
class _Question:
    working: Working
    task: Task
    shelf: MediaShelf


def ask_about(room: AskingRoom, working: Working, tasks: Sequence[Task]) -> list[RawProposals]:
    """Return what a pre-labeler says of some tasks, in their order; nothing is stored yet.

    What only hangs is left alone after a while, and the tasks behind it stay unasked.
    """
    use = working.use
    shelf = shelf_for(use.project, ontology_of(use.project), tasks)
    rows: list[RawProposals] = []
    wasted = 0.0
    for task in tasks:
        row = _asked(room, _Question(working, task, shelf))
        rows.append(row)
        wasted = wasted + row.seconds if row.fault else 0.0
        if wasted >= WASTED_S:
            break
    return rows


def store_raw(rows: Sequence[RawProposals]) -> None:
    """Keep what was said; said anew, it replaces what was."""
    try:
        RawProposals.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["use", "task"],
            update_fields=["revision", "proposals", "seconds", "fault", "detail"],
        )
    except IntegrityError:
        # A task was deleted between the look at it and here.
        present = set(Task.objects.filter(pk__in=[r.task_id for r in rows]).values_list("pk"))
        left = [row for row in rows if (row.task_id,) in present]
        if len(left) == len(rows):
            raise
        store_raw(left)


def _asked(room: AskingRoom, question: _Question) -> RawProposals:
    use, card, task = question.working.use, question.working.card, question.task
    row = RawProposals(use=use, task=task, revision=use.revision)
    try:
        medium = medium_of(card, task, use.field, question.shelf)
    except (PenumbraError, OSError) as error:
        return _failed(row, "unreadable", getattr(error, "detail", str(error)))
    return row if medium is None else _answered(row, room, question, medium)


def _answered(
    row: RawProposals, room: AskingRoom, question: _Question, medium: Medium
) -> RawProposals:
    working, card = question.working, question.working.card
    ontology = question.shelf.ontology
    wanted = wanted_of(working.source.places, ontology)
    if not wanted:
        return row
    answered = room.of(working.use, card).ask(medium, wanted)
    row.seconds = round(answered.seconds, 4)
    if answered.fault:
        return _failed(row, answered.fault, answered.detail)
    bounds = bounds_of_field(question.task, working.use.field, question.shelf)
    row.proposals, wrong = checked_proposals(card, answered.proposals, wanted, bounds)
    return _failed(row, "nonsense", wrong) if wrong else row


def _failed(row: RawProposals, fault: str, detail: str) -> RawProposals:
    row.fault, row.detail = fault[:32], detail[:400]
    return row
