"""`manage.py federated_superlink`: the transport's server; `federated_coordinator` starts it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from federated.identity.places import CoordinatorPlace
from federated.management.running import hush_transport


class Command(BaseCommand):
    """Two doors: the public one knows the fleet calls alone."""

    help = "Serve the federation's transport (started by federated_coordinator)."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the two addresses."""
        parser.add_argument("--host", required=True)
        parser.add_argument("--port", type=int, required=True)
        parser.add_argument("--private-port", type=int, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until a signal ends it."""
        # Flower is this process's alone; other commands must not wait for it.
        from federated.transport.superlink import SuperLinkPlan, run_superlink  # noqa: PLC0415

        hush_transport()
        place = CoordinatorPlace.of(settings.PENUMBRA_DATA)
        run_superlink(
            SuperLinkPlan(
                host=options["host"],
                port=options["port"],
                private_port=options["private_port"],
                authority=place.authority,
                database=place.database,
                secret=place.secret,
            )
        )
