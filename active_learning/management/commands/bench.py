"""`manage.py bench active_learning`: what each strategy needs on a labelled set of yours."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    """Replays strategies on known labels; nothing of the database is read or written."""

    help = "Replay query strategies on a labelled set: labels to 95 % of full-data accuracy."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the set, the strategies and the schedule."""
        parser.add_argument("what", choices=["active_learning"])
        parser.add_argument("--data", required=True, help="npz, csv, tsv, jsonl, or a known name")
        parser.add_argument("--strategies", default="random,margin,auto")
        parser.add_argument("--seeds", type=int, default=5)
        parser.add_argument("--first", type=int, default=20)
        parser.add_argument("--batch", type=int, default=30)
        parser.add_argument("--budget", type=int, default=2_000)
        parser.add_argument("--share", type=float, default=0.95)
        parser.add_argument(
            "--spread", action="store_true", help="let labels spread over the unlabelled pool"
        )
        parser.add_argument("--json", action="store_true", help="print all curves as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, replay, print."""
        # Everything heavy is this command's alone; others of manage.py must not wait for torch.
        from active_learning.learners.propagating import Propagation  # noqa: PLC0415
        from active_learning.replay import (  # noqa: PLC0415
            ChoiceStudent,
            CourseError,
            PropagatingStudent,
            Schedule,
            Student,
            compare,
        )
        from active_learning.replay.reading import read_course  # noqa: PLC0415
        from active_learning.strategies import STRATEGIES  # noqa: PLC0415

        names = [name.strip() for name in options["strategies"].split(",") if name.strip()]
        if unknown := [name for name in names if name not in STRATEGIES]:
            raise CommandError(
                f"No strategy is called {', '.join(unknown)}. Known: {', '.join(STRATEGIES)}."
            )
        if not names or options["seeds"] < 1 or not 0 < options["share"] <= 1:
            raise CommandError("Name a strategy, a seed at least, and a share above 0 up to 1.")
        try:
            course = read_course(options["data"], encoder_of=_encoder_of, seed=0)
            schedule = Schedule(options["first"], options["batch"], options["budget"])
        except (CourseError, ValueError) as error:
            raise CommandError(f"{error}.") from error
        about = Propagation.of(course.pool) if options["spread"] else None

        def student(seed: int) -> Student:
            if about is not None:
                return PropagatingStudent(course, about)
            return ChoiceStudent(course, is_calibrated=False)

        found = compare(
            student,
            {name: STRATEGIES.get(name) for name in names},
            schedule,
            seeds=options["seeds"],
            share=options["share"],
            tell=lambda done, total: print(f"replay {done} of {total}", file=sys.stderr),
        )
        if options["json"]:
            self.stdout.write(json.dumps({"data": course.name, **asdict(found)}))
            return
        self.stdout.write(
            f"{course.name}: {len(course.pool)} to choose from, {len(course.test)} to measure on; "
            f"all labels give {found.full_accuracy:.4f}, the target is {found.target:.4f}"
        )
        for outcome in found.outcomes:
            labels = outcome.labels
            self.stdout.write(
                f"{outcome.strategy:<24}{labels.mean:8.0f} labels "
                f"[{labels.low:.0f}, {labels.high:.0f}], reached by {labels.reached} of "
                f"{found.seeds} seeds {list(labels.counts)}"
            )


def _encoder_of(kind: str) -> Any:
    from active_learning.embeddings.fields import Encoders  # noqa: PLC0415
    from active_learning.embeddings.folder import build_apart, models_folder  # noqa: PLC0415

    models = models_folder(settings.PENUMBRA_DATA)
    build_apart(models)
    return Encoders(models).of_type(kind)
