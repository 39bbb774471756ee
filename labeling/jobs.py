"""Background entry points of the labeling floor; each calls one service."""

import time
from typing import Any

from django.conf import settings
from django.utils import timezone

from labeling.formats.base import ImportOptions
from labeling.kernel.jobs import JobRun, chore, job
from labeling.models import Project, User
from labeling.policies import Action, open_project
from labeling.services.bulk_tasks import BulkChange, run_bulk_change
from labeling.services.carry_answers import carry_answers
from labeling.services.exports import ExportRequest, export_project
from labeling.services.idempotency import forget_old_keys
from labeling.services.imports import OnError, import_upload
from labeling.services.overlap import run_overlap_change
from labeling.services.rendition_budget import keep_within
from labeling.services.renditions import renditions_root
from labeling.services.url_imports import preview_url
from labeling.services.work_queue import take_over_lost_jobs


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


@job("labeling.import_upload", kind="import")
def run_import(
    run: JobRun,
    *,
    project_id: int,
    user_id: int,
    upload_id: int | None,
    format: str,
    mapping: dict[str, str | None],
    encoding: str,
    delimiter: str,
    on_error: OnError,
    url: str = "",
) -> None:
    """Create the tasks of an upload, or of what is found at a URL."""
    import_upload(
        run,
        access=open_project(User.objects.get(pk=user_id), project_id, Action.IMPORT),
        upload_id=upload_id,
        url=url,
        format=format,
        options=ImportOptions(encoding, delimiter, mapping),
        on_error=on_error,
    )


@job("labeling.preview_url", kind="preview")
def run_url_preview(
    run: JobRun,
    *,
    project_id: int,
    user_id: int,
    url: str,
    format: str,
    mapping: dict[str, str | None],
    encoding: str,
    delimiter: str,
) -> None:
    """Look at what is found at a URL."""
    preview_url(
        run,
        access=open_project(User.objects.get(pk=user_id), project_id, Action.IMPORT),
        url=url,
        format=format,
        options=ImportOptions(encoding, delimiter, mapping),
    )


@job("labeling.export_project", kind="export")
def run_export(
    run: JobRun,
    *,
    project_id: int,
    user_id: int,
    format: str,
    filter: str,
    include_media: bool,
    source: str,
) -> None:
    """Write the tasks of a project into a file."""
    access = open_project(User.objects.get(pk=user_id), project_id, Action.EXPORT)
    request = ExportRequest(format, filter, include_media, source)
    export_project(run, access=access, request=request)


@chore("labeling.take_over", every_s=5)
def take_over() -> None:
    """Give the jobs of dead workers to living ones."""
    take_over_lost_jobs(now=timezone.now())


@chore("labeling.forget_keys", every_s=3600, queue="default")
def forget_keys() -> None:
    """Drop idempotency keys that nobody will repeat."""
    forget_old_keys(now=timezone.now())


@chore("labeling.keep_renditions", every_s=1800, queue="default")
def keep_renditions() -> None:
    """Drop the longest unused views of media where they outgrow their budget of disk."""
    budget = int(settings.PENUMBRA_RENDITIONS_GB * 1e9)
    keep_within(renditions_root(), budget=budget, now=time.time())
