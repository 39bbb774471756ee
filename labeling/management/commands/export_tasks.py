"""Exports a project from the command line, with a progress bar."""

import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from labeling.kernel.errors import PenumbraError
from labeling.management.progress import TerminalRun
from labeling.models import User
from labeling.policies import Action, open_project
from labeling.services.exports import ExportRequest, export_project


class Command(BaseCommand):
    """Writes what `POST /api/projects/{id}/exports/` writes."""

    help = "Export the tasks of a project into a file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("project", type=int, help="number of the project")
        parser.add_argument("path", type=Path, help="file to write")
        parser.add_argument("--user", required=True, help="in whose name")
        parser.add_argument("--format", default="jsonl")
        parser.add_argument("--filter", default="")
        parser.add_argument("--source", default="annotations")
        parser.add_argument("--media", action="store_true", help="with the files")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export here and now, without the worker."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']!r}.")
        request = ExportRequest(
            options["format"], options["filter"], options["media"], options["source"]
        )
        try:
            access = open_project(user, options["project"], Action.EXPORT)
            with TerminalRun(
                "labeling.export_project", kind="export", access=access, out=self.stdout
            ) as run:
                export_project(run, access=access, request=request)
        except PenumbraError as error:
            raise CommandError(error.detail) from error
        shutil.copyfile(run.written, options["path"])
        for problem in run.found["problems"][:20]:
            self.stderr.write(str(problem))
        self.stdout.write(f"{run.found['tasks']:,} tasks in {options['path']}.")
