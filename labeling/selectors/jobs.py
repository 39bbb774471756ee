"""Jobs as people see them: progress with rate and remaining time, report, result file."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from labeling.kernel.clock import wire_time
from labeling.kernel.errors import NotFound
from labeling.models import Job, JobState, Membership, Project, User

RESULTS = "results"


@dataclass(frozen=True, slots=True)
class JobSummary:
    """One job at one moment."""

    job: Job
    now: datetime

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape, the same over HTTP and the live channel."""
        job = self.job
        return {
            "id": str(job.pk),
            "kind": job.kind,
            "name": job.name,
            "project": str(job.project_id) if job.project_id else None,
            "state": job.state,
            "progress": self._progress(),
            "message": job.message,
            "report": job.report,
            "file": self._file(),
            "error": job.error or None,
            "worker": job.worker or None,
            "created_by": str(job.created_by_id) if job.created_by_id else None,
            "created_at": _time(job.created_at),
            "started_at": _time(job.started_at),
            "finished_at": _time(job.finished_at),
        }

    def _progress(self) -> dict[str, Any]:
        job = self.job
        rate = eta = None
        if job.started_at and job.done:
            seconds = ((job.finished_at or self.now) - job.started_at).total_seconds()
            rate = job.done / seconds if seconds > 0 else None
        if rate and job.total and job.state == JobState.RUNNING:
            eta = max(0.0, (job.total - job.done) / rate)
        return {"done": job.done, "total": job.total, "rate": rate, "eta_s": eta}

    def _file(self) -> dict[str, Any] | None:
        path = result_file(self.job)
        if path is None:
            return None
        return {
            "url": f"/api/jobs/{self.job.pk}/file/",
            "name": self.job.result_name,
            "size": path.stat().st_size,
        }


def job_summary(job: Job) -> JobSummary:
    """Return how the job stands now."""
    return JobSummary(job, timezone.now())


def jobs_visible_to(user: User) -> QuerySet[Job]:
    """Return the jobs of the user's projects, newest first; those of no project are their own."""
    mine = Membership.objects.filter(user=user).values("project_id")
    if user.is_superuser:
        return Job.objects.order_by("-id")
    return (
        Job.objects.filter(project__in=mine) | Job.objects.filter(project=None, created_by=user)
    ).order_by("-id")


def get_job(user: User, job_id: int) -> Job:
    """Return a job the user may see."""
    job = jobs_visible_to(user).filter(pk=job_id).select_related("project").first()
    if job is None:
        raise NotFound("There is no such job, or it belongs to a project you are not in.")
    return job


def live_job(project: Project, kind: str) -> Job | None:
    """Return the project's waiting or running job of this kind, if any."""
    states = [JobState.QUEUED, JobState.RUNNING]
    return project.jobs.filter(kind=kind, state__in=states).order_by("-id").first()


def results_folder(job_id: int) -> Path:
    """Return where a job's result lies; never a path from a client."""
    return Path(settings.PENUMBRA_DATA) / RESULTS / str(job_id)


def result_file(job: Job) -> Path | None:
    """Return the finished result, or None while there is none."""
    if not job.result_path or job.state != JobState.DONE:
        return None
    path = results_folder(job.pk) / job.result_path
    return path if path.is_file() else None


def _time(value: datetime | None) -> str | None:
    return wire_time(value) if value else None
