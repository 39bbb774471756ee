"""Writes the project's event log, from which live clients are told."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from labeling.events import EventLogged
from labeling.kernel.events import emit
from labeling.models import Job
from labeling.selectors.jobs import job_summary
from labeling.services.statements import insert_event


def log_event(
    *, project_id: int, type: str, data: Mapping[str, Any], actor_id: int | None = None
) -> None:
    """Append one fact inside the current transaction and wake the listeners after it."""
    insert_event(project_id=project_id, type=type, actor_id=actor_id, data=data, now=timezone.now())
    emit(EventLogged(project_id))


def log_job(job: Job) -> None:
    """Append how a job stands; jobs of no project have no listeners."""
    if job.project_id is not None:
        log_event(
            project_id=job.project_id,
            type="job",
            data=job_summary(job).as_json(),
            actor_id=job.created_by_id,
        )
