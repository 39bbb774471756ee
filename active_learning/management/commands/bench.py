"""`manage.py bench`: replays of query strategies on a labelled set, of routing on a crowd."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotators.assignment import POLICIES
from annotators.simulation import (
    CROWDS,
    CrowdError,
    compare_policies,
    least_share,
    mean_interval,
    read_crowd,
)


class Command(BaseCommand):
    """Replays strategies on known labels; nothing of the database is read or written."""

    help = (
        "active_learning: replay query strategies on a labelled set (--data): labels to 95 % of "
        "full-data accuracy. routing: replay policies on a recorded crowd (--data: a folder with "
        "votes.csv and truth.csv), or on made-up ones."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the set, the strategies and the schedule."""
        parser.add_argument("what", choices=["active_learning", "routing"])
        parser.add_argument("--data", help="npz, csv, tsv, jsonl, a known name; a crowd's folder")
        parser.add_argument("--policies", default="open,balanced,skill,value")
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
        if options["what"] == "routing":
            self._routing(options)
            return
        if not options["data"]:
            raise CommandError("Name a labelled set: --data.")
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

    def _routing(self, options: dict[str, Any]) -> None:
        """Opinions until counting all of them is matched; or errors at equal cost."""
        names = [name.strip() for name in options["policies"].split(",") if name.strip()]
        unknown = [name for name in names if name not in POLICIES]
        if not names or unknown:
            known = ", ".join(POLICIES)
            raise CommandError(f"No policy is called {', '.join(unknown)}. Known: {known}.")
        if options["seeds"] < 1:
            raise CommandError("One seed at least.")
        if options["data"]:
            self._recorded(options, names)
            return
        for crowd, shares in CROWDS.items():
            for team in compare_policies(dict(shares), names, seeds=options["seeds"]):
                mean, low, high = mean_interval(team.errors)
                spent = sum(team.opinions) / len(team.opinions)
                self.stdout.write(
                    f"{crowd:<20}{team.name:<20}errors {mean:.3f} [{low:.3f}, {high:.3f}], "
                    f"{spent:.2f} opinions a task"
                )

    def _recorded(self, options: dict[str, Any], names: list[str]) -> None:
        try:
            course = read_crowd(Path(options["data"]))
        except CrowdError as error:
            raise CommandError(f"{error}.") from error
        for name in names:
            for seed in range(options["seeds"]):
                for found in least_share(course, name, seed):
                    self.stdout.write(
                        f"{name:<12}seed {seed}, target {found.target}: {found.share:.2f} of all "
                        f"opinions, accuracy {found.accuracy:.4f} (all counted: {found.goal:.4f})"
                    )


def _encoder_of(kind: str) -> Any:
    from active_learning.embeddings.fields import Encoders  # noqa: PLC0415
    from active_learning.embeddings.folder import build_apart, models_folder  # noqa: PLC0415

    models = models_folder(settings.PENUMBRA_DATA)
    build_apart(models)
    return Encoders(models).of_type(kind)
