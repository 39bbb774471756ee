"""Imports: look at an upload without creating anything, then create all of it or nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from django.db import IntegrityError, transaction

from labeling.events import TasksCreated
from labeling.formats.base import ImportedTask, Importer, ImportOptions, Problem
from labeling.formats.catalog import IMPORTERS
from labeling.formats.detect import rank_formats
from labeling.formats.source import UploadSource
from labeling.kernel.errors import BadInput
from labeling.kernel.events import emit
from labeling.kernel.jobs import JobFailed, JobRun, enqueue
from labeling.kernel.net import check_url
from labeling.models import Project, Upload
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.assets import remove_assets
from labeling.services.event_log import log_event
from labeling.services.import_annotators import MAX_NEW, find_annotators
from labeling.services.import_media import Media
from labeling.services.import_report import ImportReport
from labeling.services.import_storage import Spool, TaskWriter, new_folder, take_back
from labeling.services.import_tasks import Preparer, ReadyTask
from labeling.services.uploads import get_upload, open_upload, remove_upload
from labeling.services.url_imports import fetch_upload

OnError = Literal["fail", "skip"]
LOOKUP = 500


def start_import(
    *,
    access: Access,
    upload: Upload | None = None,
    url: str = "",
    format: str = "auto",
    options: ImportOptions | None = None,
    on_error: OnError = "fail",
) -> int:
    """Enqueue the import of an upload, or of what the job finds at a URL; return the job's id."""
    if url:
        check_url(url)  # a refusal is told at once, and found again when the job fetches
    if format != "auto":
        IMPORTERS.get(format)
    chosen = options or ImportOptions()
    return enqueue(
        "labeling.import_upload",
        project_id=access.project.pk,
        created_by_id=access.user.pk,
        kwargs={
            "project_id": access.project.pk,
            "user_id": access.user.pk,
            "upload_id": upload.pk if upload else None,
            "url": url,
            "format": format,
            "mapping": dict(chosen.mapping),
            "encoding": chosen.encoding,
            "delimiter": chosen.delimiter,
            "on_error": on_error,
        },
    )


def chosen_importer(source: UploadSource, format: str, ontology: Ontology) -> Importer:
    """Return the importer asked for, or the likeliest one."""
    if format and format != "auto":
        return IMPORTERS.get(format)
    guesses = rank_formats(source, ontology)
    if not guesses:
        notes = [note.detail for note in source.notes if not note.is_warning]
        known = ", ".join(importer.name for _, importer in IMPORTERS.items())
        raise BadInput(notes[0] if notes else f"The format is not recognised. Known: {known}.")
    return IMPORTERS.get(guesses[0].id)


def import_upload(
    run: JobRun,
    *,
    access: Access,
    upload_id: int | None,
    format: str,
    options: ImportOptions,
    on_error: OnError,
    url: str = "",
) -> None:
    """Check everything, then write it; the report is stored whatever happens."""
    project = access.project
    take_back(project=project, job_id=run.job_id)  # of a worker that was killed
    if upload_id is None:
        upload = fetch_upload(run, access=access, url=url)
    else:
        upload = get_upload(project, upload_id)
    media = Media(project)
    options = replace(options, known_size=media.size, known_facts=media.facts)
    with open_upload(upload) as source, new_folder() as folder:
        media.source = source
        job = _Import(run, access, media, Spool(Path(folder)))
        try:
            job.read(source, format, options)
            job.decide(on_error)
            job.write()
        except BaseException:  # also when cancelled, or stopped with its worker
            job.undo()
            raise
        finally:
            run.report(job.report.as_json())
            job.spool.close()
    remove_upload(upload)
    media.render(run)


class _Import:
    """One import from the first line to the last row."""

    def __init__(self, run: JobRun, access: Access, media: Media, spool: Spool) -> None:
        self._run = run
        self._project = access.project
        self._user = access.user
        self._media = media
        self._names: set[str] = {""}
        self._waiting: list[ReadyTask] = []
        self.spool = spool
        self.report = ImportReport()

    def read(self, source: UploadSource, format: str, options: ImportOptions) -> None:
        """Check every task and put it aside."""
        ontology = ontology_of(self._project)
        for note in source.notes:
            self.report.add(note)
        importer = chosen_importer(source, format, ontology)
        self.report.format = importer.id
        preparer = Preparer(
            ontology=ontology,
            overlap=self._project.settings.overlap,
            find_asset=self._media.find,
        )
        file = source.name if len(source.members()) == 1 else ""
        for read, item in enumerate(_checked(importer, source, ontology, options, preparer), 1):
            if isinstance(item, Problem):
                self.report.add(item, file)
            else:
                self._keep(item)
            if read % 100 == 0:
                self._run.progress(self.spool.count, None, "Checking")
        self._settle_waiting()

    def decide(self, on_error: OnError) -> None:
        """Stop here when anything was wrong and nothing may be left out."""
        if self.report.failed and on_error == "fail":
            many = f" ({self.report.failed:,} problems in all)" if self.report.failed > 1 else ""
            raise JobFailed(f"Nothing was created{many}. {self.report.first()}")
        if not self.spool.count and not self.report.skipped:
            why = self.report.first() if self.report.problems else "There are no tasks in it."
            raise JobFailed(f"Nothing was created. {why}")

    def write(self) -> None:
        """Write everything, chunk by chunk."""
        annotators, made = find_annotators(self._names, importer=self._user)
        if made:
            names = ", ".join(made[:10]) + (", ..." if len(made) > 10 else "")
            said = f"Accounts that cannot sign in were made for unknown annotators: {names}"
            self.report.add(Problem(said, is_warning=True))
        writer = TaskWriter(project=self._project, job_id=self._run.job_id, annotators=annotators)
        done = 0
        for chunk in self.spool.chunks():
            try:
                self._select_version(chunk)
                writer.write(chunk)
            except IntegrityError as error:
                raise JobFailed(
                    "Nothing was created: somebody else added tasks with the same external ids "
                    "meanwhile. Start the import again."
                ) from error
            done += len(chunk)
            self._run.progress(done, self.spool.count, "Writing")
        self.report.created = done
        self._tell()

    @transaction.atomic
    def _tell(self) -> None:
        created = self.report.created
        log_event(
            project_id=self._project.pk,
            type="import",
            data={"created": created},
            actor_id=self._user.pk,
        )
        emit(TasksCreated(self._project.pk, created, self._run.job_id))

    def undo(self) -> None:
        """Take back what was written and stored."""
        self.report.created = 0
        take_back(project=self._project, job_id=self._run.job_id)
        remove_assets(project=self._project, asset_ids=self._media.new_ids)

    def _select_version(self, chunk: list[ReadyTask]) -> None:
        """A project without a selected model version shows the first one that comes."""
        if self._project.model_version:
            return
        version = next((row[0] for task in chunk for row in task.predictions), "")
        if version:
            self._project.model_version = version
            Project.objects.filter(pk=self._project.pk, model_version="").update(
                model_version=version
            )

    def _keep(self, task: ReadyTask) -> None:
        self._names |= {row[0] for row in task.annotations}
        if len(self._names) > MAX_NEW:
            raise JobFailed(f"The file names more than {MAX_NEW:,} annotators.")
        if not task.external_id and not self._waiting:
            self.spool.add(task)
            return
        self._waiting.append(task)
        if len(self._waiting) >= LOOKUP:
            self._settle_waiting()

    def _settle_waiting(self) -> None:
        """Leave out tasks whose external id the project has, or the file had before."""
        ids = [task.external_id for task in self._waiting if task.external_id]
        there = set(
            self._project.tasks.filter(external_id__in=ids).values_list("external_id", flat=True)
        )
        for task in self._waiting:
            line = self.spool.line_of(task.external_id) if task.external_id else None
            if line is not None:
                first = f"line {line}" if line else "an earlier task"
                said = f"external_id {task.external_id!r} is the same as that of {first}"
                self.report.add(Problem(said, line=task.line))
            elif task.external_id in there and task.external_id:
                self.report.skipped += 1
                said = f"Skipped: external_id {task.external_id!r} is in the project already"
                self.report.add(Problem(said, line=task.line, is_warning=True))
            else:
                self.spool.add(task)
        self._waiting.clear()


def _checked(
    importer: Importer,
    source: UploadSource,
    ontology: Ontology,
    options: ImportOptions,
    preparer: Preparer,
) -> Iterator[ReadyTask | Problem]:
    for item in importer.read(source, ontology, options):
        if isinstance(item, ImportedTask):
            yield from preparer.prepare(item)
        else:
            yield item
