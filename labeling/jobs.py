"""Background entry points of the labeling floor; each calls one service."""

from typing import Any

from labeling.kernel.jobs import JobRun, job
from labeling.models import Project, User
from labeling.policies import open_project
from labeling.services.bulk_tasks import BulkChange, run_bulk_change
from labeling.services.carry_answers import carry_answers
from labeling.services.overlap import run_overlap_change


@job("labeling.change_tasks", kind="tasks")
def change_tasks(run: JobRun, *, project_id: int, user_id: int, change: dict[str, Any]) -> None:
    """Delete, prioritise, reset ... many tasks."""
    access = open_project(User.objects.get(pk=user_id), project_id)
    run_bulk_change(run=run, access=access, change=BulkChange.stored(change))


@job("labeling.spread_overlap", kind="tasks")
def spread_overlap(run: JobRun, *, project_id: int, overlap: int, replaced: int) -> None:
    """Give tasks that had a project's old default overlap the new one."""
    project = Project.objects.get(pk=project_id)
    run_overlap_change(run=run, project=project, overlap=overlap, replaced=replaced)


@job("labeling.carry_answers", kind="ontology")
def carry_over(run: JobRun, *, project_id: int, old: int, new: int, actor_id: int | None) -> None:
    """Carry stored answers over to a new ontology version."""
    project = Project.objects.get(pk=project_id)
    carry_answers(run=run, project=project, old=old, new=new, actor_id=actor_id)
