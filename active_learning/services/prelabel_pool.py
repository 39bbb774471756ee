"""Runs a project's pre-labelers over its open tasks, batch by batch, the top of the queue first."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F

from active_learning.models import PrelabelerUse, RawProposals
from active_learning.models.prelabeling import PRELABEL_JOB
from active_learning.selectors.flows import flows_asking
from active_learning.selectors.prelabeling import (
    Working,
    answered_for,
    unasked_tasks,
    working_uses,
)
from active_learning.selectors.target import learning_target
from active_learning.services.ask_prelabelers import WASTED_S, AskingRoom, ask_about, store_raw
from active_learning.services.compose_predictions import (
    compose_all,
    compose_tasks,
    drop_shown,
    read_votes,
)
from active_learning.services.holdout import draw_holdout
from active_learning.services.pacing import Pace
from active_learning.services.teach_prelabelers import teach
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import JobRun, enqueue
from labeling.models import Project, Task

__all__ = ["PoolReport", "ask_anew", "enqueue_prelabeling", "prelabel_pool"]

BATCH = 16
TAUGHT_FIRST = 60
"""Tasks that were answered already, by which a new pre-labeler is measured at once."""
TOO_OFTEN = 10
"""Failures in a row after which a pre-labeler is left alone."""


@dataclass
class PoolReport:
    """What a run did."""

    asked: int = 0
    proposals: int = 0
    composed: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    stopped: list[str] = field(default_factory=list)
    is_whole: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return what is stored with the job."""
        return {
            "asked": self.asked,
            "proposals": self.proposals,
            "composed": self.composed,
            "faults": dict(self.faults),
            "stopped": self.stopped,
        }


def enqueue_prelabeling(*, project: Project, user_id: int | None = None) -> int:
    """Enqueue a run, once while one waits."""
    return enqueue(
        PRELABEL_JOB,
        project_id=project.pk,
        created_by_id=user_id,
        kwargs={"project_id": project.pk},
        unique=f"prelabel:{project.pk}",
    )


def ask_anew(*, project: Project, prelabeler: str) -> None:
    """Have one that is not what it was asked about every task again; its tries say nothing now.

    So are the flows in which it takes part.
    """
    flows = [flow.card_id for flow in flows_asking(project, prelabeler)]
    uses = PrelabelerUse.objects.filter(project=project, prelabeler__in=[prelabeler, *flows])
    uses.update(revision=F("revision") + 1, is_stale=True, trial=None, stopped=None)
    if uses.filter(is_on=True).exists():
        enqueue_prelabeling(project=project)


def forget_uses(*, project: Project, prelabeler: str, code: str) -> None:
    """Drop what the project made of one that goes; while it proposes, it is refused by `code`."""
    live = PrelabelerUse.objects.filter(project=project, is_on=True)
    asking = {flow.card_id: flow.name for flow in flows_asking(project, prelabeler)}
    busy = live.filter(prelabeler__in=asking).values_list("prelabeler", flat=True).first()
    if busy:
        raise Conflict(
            f"The flow {asking[busy]!r} asks it and proposes for the open tasks. Switch that flow "
            "off first.",
            code="asked_by_flow",
            params={"flow": asking[busy]},
        )
    uses = PrelabelerUse.objects.filter(project=project, prelabeler=prelabeler)
    if uses.filter(is_on=True).exists():
        raise Conflict(
            "It proposes for the open tasks. Switch it off first, so that its suggestions are "
            "taken back.",
            code=code,
        )
    uses.delete()


def prelabel_pool(*, project: Project, run: JobRun) -> PoolReport:
    """Ask, learn, compose; a run that is stopped, or lets others go first, goes on where it was."""
    report = PoolReport()
    for use in PrelabelerUse.objects.filter(project=project, is_on=False, is_stale=True):
        drop_shown(use=use, run=run)
        PrelabelerUse.objects.filter(pk=use.pk).update(is_stale=False)
    working = working_uses(project)
    if not working:
        return report
    with AskingRoom() as room:
        working = _meet(project, working, room, run, report)
        _ask_pool(project, working, room, run, report)
    working = working_uses(project)
    if report.is_whole and any(item.card.has_functions for item in working):
        working = teach(project=project, working=working)
    if any(item.use.is_stale for item in working):
        report.composed = compose_all(project=project, working=working, run=run)
    return report


def _meet(
    project: Project,
    working: Sequence[Working],
    room: AskingRoom,
    run: JobRun,
    report: PoolReport,
) -> list[Working]:
    """Ask about some tasks that people have answered, and learn from what they answered."""
    for item in working:
        for start in range(0, len(tasks := answered_for(item.use, TAUGHT_FIRST)), BATCH):
            run.progress(start, len(tasks), "measuring")
            if not _ask(room, item, tasks[start : start + BATCH], report):
                break
    return teach(project=project, working=[i for i in working if i.use.is_on])


def _ask_pool(
    project: Project,
    working: Sequence[Working],
    room: AskingRoom,
    run: JobRun,
    report: PoolReport,
) -> None:
    """Give every pre-labeler its next tasks in turn, so that the top of the queue is whole soon."""
    left = {item.use.pk: unasked_tasks(item.use).count() for item in working}
    total, pace = sum(left.values()), Pace()
    votes = {i.use.pk: read_votes(i.use) for i in working if i.card.has_functions}
    going = list(working)
    while going:
        for item in list(going):
            tasks = list(unasked_tasks(item.use)[:BATCH])
            tasks = _without_holdout(project, tasks)
            if not tasks and not unasked_tasks(item.use).exists():
                going.remove(item)
                room.close(item.use)
                continue
            run.progress(report.asked, total, "prelabeling")
            if not _ask(room, item, tasks, report):
                going.remove(item)
                continue
            compose_tasks(
                project=project,
                working=[i for i in working if i.use.is_on],
                task_ids=[task.pk for task in tasks],
                pace=pace,
                votes=votes,
            )
        if going and run.should_yield():
            report.is_whole = False
            enqueue_prelabeling(project=project)
            return


def _ask(room: AskingRoom, item: Working, tasks: Sequence[Task], report: PoolReport) -> bool:
    """Ask about some tasks; False when the pre-labeler was given up."""
    rows = ask_about(room, item, tasks)
    if rows and all(row.fault for row in rows) and _fails_always(item.use, rows):
        _give_up(item.use, rows, report)
        return False
    store_raw(rows)
    report.asked += len(rows)
    report.proposals += sum(len(row.proposals) for row in rows)
    report.faults.update(row.fault for row in rows if row.fault)
    return True


def _fails_always(use: PrelabelerUse, rows: Sequence[RawProposals]) -> bool:
    """Whether the failures are the pre-labeler's, not those of a few damaged files."""
    before = RawProposals.objects.filter(use=use, revision=use.revision).order_by("-pk")
    last = list(before.values_list("fault", flat=True)[:TOO_OFTEN])
    if sum(row.seconds for row in rows) >= WASTED_S:
        return True
    return len(rows) + len(last) >= TOO_OFTEN and all(last)


def _give_up(use: PrelabelerUse, rows: Sequence[RawProposals], report: PoolReport) -> None:
    """Switch a pre-labeler off that fails at everything; the others go on."""
    worst = rows[0]
    use.is_on, use.is_stale = False, True
    use.stopped = {"code": worst.fault, "detail": worst.detail, "task": str(worst.task_id)}
    use.save(update_fields=["is_on", "is_stale", "stopped", "updated_at"])
    report.stopped.append(use.prelabeler)


def _without_holdout(project: Project, tasks: Sequence[Task]) -> list[Task]:
    """Draw the hold-out first where a learner will be measured by it."""
    if learning_target(project) is None or not tasks:
        return list(tasks)
    draw_holdout(project=project, tasks=tasks)
    held = set(
        project.tasks.filter(pk__in=[t.pk for t in tasks], is_holdout=True).values_list(
            "pk", flat=True
        )
    )
    return [task for task in tasks if task.pk not in held]
