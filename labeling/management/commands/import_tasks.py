"""Imports files from the command line, with a progress bar."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from labeling.formats.base import ImportOptions
from labeling.kernel.errors import PenumbraError
from labeling.management.progress import TerminalRun
from labeling.models import User
from labeling.policies import Action, open_project
from labeling.services.imports import import_upload
from labeling.services.uploads import LocalFile, store_upload


class Command(BaseCommand):
    """Reads what `POST /api/projects/{id}/imports/` reads."""

    help = "Import files (or the files of a folder) into a project."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("project", type=int, help="number of the project")
        parser.add_argument("paths", nargs="+", type=Path, help="files, zips or folders")
        parser.add_argument("--user", required=True, help="in whose name")
        parser.add_argument("--format", default="auto")
        parser.add_argument("--encoding", default="")
        parser.add_argument("--delimiter", default="")
        parser.add_argument("--on-error", choices=["fail", "skip"], default="fail")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import here and now, without the worker."""
        try:
            self._import(options)
        except PenumbraError as error:
            raise CommandError(error.detail) from error

    def _import(self, options: dict[str, Any]) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']!r}.")
        access = open_project(user, options["project"], Action.IMPORT)
        with ExitStack() as stack:
            files = [
                LocalFile(name, stack.enter_context(path.open("rb")))
                for name, path in _files(options["paths"])
            ]
            upload = store_upload(access=access, files=files)
        with TerminalRun(
            "labeling.import_upload", kind="import", access=access, out=self.stdout
        ) as run:
            import_upload(
                run,
                access=access,
                upload_id=upload.pk,
                format=options["format"],
                options=ImportOptions(options["encoding"], options["delimiter"]),
                on_error=options["on_error"],
            )
        report = run.found
        for problem in report["problems"][:20]:
            self.stderr.write(str(problem))
        counts = f"{report['created']:,} created, {report['skipped']:,} skipped"
        self.stdout.write(f"{counts}, {report['failed']:,} failed.")


def _files(paths: list[Path]) -> list[tuple[str, Path]]:
    """Return name and path of every file; in a folder, names are relative to it."""
    found: list[tuple[str, Path]] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(item for item in path.rglob("*") if item.is_file())
            found += [(item.relative_to(path).as_posix(), item) for item in inside]
        elif path.is_file():
            found.append((path.name, path))
        else:
            raise CommandError(f"There is no file {path}.")
    return found
