"""Imports and exports run here and now, without a worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from labeling.formats.base import ImportOptions
from labeling.kernel.jobs import registry
from labeling.models import Job, JobState, Project, User
from labeling.policies import Access, Role
from labeling.selectors.jobs import result_file
from labeling.services.exports import ExportRequest, start_export
from labeling.services.imports import start_import
from labeling.services.job_runs import run_job
from labeling.services.uploads import LocalFile, store_upload

Content = bytes | str | Path


@dataclass
class Exported:
    """A finished export."""

    job: Job
    path: Path

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return self.path.read_bytes()


def owner_access(project: Project) -> Access:
    """The owner inside their project."""
    owner = project.memberships.get(role=Role.OWNER).user
    return Access(owner, project, Role.OWNER)


def import_files(
    project: Project, *files: tuple[str, Content], access: Access | None = None, **options: Any
) -> Job:
    """Import files given by name and content; returns the finished job."""
    access = access or owner_access(project)
    upload = store_upload(access=access, files=[_received(*file) for file in files])
    job_id = start_import(
        access=access,
        upload=upload,
        format=options.pop("format", "auto"),
        on_error=options.pop("on_error", "fail"),
        options=ImportOptions(**options),
    )
    return finish(job_id)


def import_paths(project: Project, *paths: Path, **options: Any) -> Job:
    """Import files of the disk under their names."""
    return import_files(project, *((path.name, path) for path in paths), **options)


def export_project(
    project: Project, format: str, user: User | None = None, **asked: Any
) -> Exported:
    """Export and return the job and its file."""
    access = owner_access(project)
    job = finish(start_export(access=access, request=ExportRequest(format, **asked)))
    assert job.state == JobState.DONE, job.error
    path = result_file(job)
    assert path is not None
    return Exported(job, path)


def finish(job_id: int) -> Job:
    """Run a queued job to its end."""
    job = Job.objects.get(pk=job_id)
    if job.state == JobState.QUEUED:
        assert job.name in registry
        Job.objects.filter(pk=job_id).update(state=JobState.RUNNING, attempts=1)
        job.refresh_from_db()
        run_job(job)
    return Job.objects.get(pk=job_id)


def texts(project: Project, field: str = "text") -> Sequence[Any]:
    """The values of a field of all tasks, in order."""
    return [data[field] for data in project.tasks.order_by("pk").values_list("data", flat=True)]


def _received(name: str, content: Content) -> LocalFile:
    if isinstance(content, Path):
        content = content.read_bytes()
    data = content.encode() if isinstance(content, str) else content
    return LocalFile(name, BytesIO(data))
