"""`manage.py train`: a training job from the command line, here and now, with a progress bar."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from active_learning.models import TrainingRun
from active_learning.models.training_run import TRAINING_JOB
from active_learning.selectors.training_runs import get_run
from active_learning.selectors.training_slice import VOTES
from active_learning.services.request_training import order_training, reopen_training
from active_learning.services.shelve import promote_version
from labeling.kernel.errors import PenumbraError
from labeling.kernel.jobs import JobCancelled
from labeling.management.progress import TerminalRun
from labeling.models import User
from labeling.policies import Access, Action, open_project

NUMBERS = ("epochs", "seconds", "patience", "batch", "units", "seed", "processes", "copies")
SHARES = ("learning-rate", "weight-decay", "dropout", "strength", "softness", "teacher-share")
WORDS = ("learner", "class-weights", "augmentation", "precision", "teacher")


class Command(BaseCommand):
    """Does what POST /api/projects/{id}/models/runs/ orders; Ctrl-C keeps the checkpoint."""

    help = "Train a model on a slice of a project's labels, or go on with a training."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options; those of the recipe bear the names of the API."""
        parser.add_argument("project", type=int, help="number of the project")
        parser.add_argument("--user", required=True, help="in whose name")
        parser.add_argument("--filter", default="", help="in the language of the task list")
        parser.add_argument("--votes", choices=VOTES, default="consensus")
        parser.add_argument("--trials", type=int, default=0, help="recipes that a search may try")
        parser.add_argument("--resume", type=int, metavar="RUN", help="go on with this training")
        parser.add_argument("--promote", action="store_true", help="use the version afterwards")
        parser.add_argument("--no-distil", action="store_true", help="without the fast head")
        parser.add_argument("--mirror", action="store_true", help="altered pictures may be flipped")
        for name in NUMBERS:
            parser.add_argument(f"--{name}", type=int)
        for name in SHARES:
            parser.add_argument(f"--{name}", type=float)
        for name in WORDS:
            parser.add_argument(f"--{name}")

    def handle(self, *args: Any, **options: Any) -> None:
        """Train without the worker."""
        try:
            self._train(options)
        except PenumbraError as error:
            raise CommandError(error.detail) from error
        except JobCancelled as stop:
            raise CommandError("Cancelled; --resume goes on from the checkpoint.") from stop

    def _train(self, options: dict[str, Any]) -> None:
        # Only who trains loads torch: `manage.py help` need not wait for it.
        from active_learning.services.run_training import run_training  # noqa: PLC0415

        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']!r}.")
        access = open_project(user, options["project"], Action.TRAIN)
        row = self._ordered(access, options)
        self.stdout.write(f"Training {row.pk}")
        with TerminalRun(TRAINING_JOB, kind="training", access=access, out=self.stdout) as run:
            version = run_training(row=row, job=run)
        told = {"version": version.number, "labels": version.labels, "accuracy": version.accuracy,
                "low": version.low, "high": version.high, "holdout": version.holdout,
                "ece": version.ece, "snapshot": row.snapshot}  # fmt: skip
        self.stdout.write(json.dumps(told))
        if options["promote"]:
            promote_version(access=access, version=version, holds=False)
            self.stdout.write(f"Version {version.number} is in use.")

    def _ordered(self, access: Access, options: dict[str, Any]) -> TrainingRun:
        if options["resume"]:
            return reopen_training(run=get_run(access.project, options["resume"]), takes_over=True)
        names = [name.replace("-", "_") for name in (*NUMBERS, *SHARES, *WORDS)]
        recipe = {name: options[name] for name in names if options[name] is not None}
        if options["no_distil"]:
            recipe["distil"] = False
        if options["mirror"]:
            recipe["mirror"] = True
        return order_training(
            access=access,
            text=options["filter"],
            votes=options["votes"],
            recipe=recipe,
            trials=options["trials"],
        )
