"""`manage.py federated_coordinator`: the transport's server and the worker that plays runs."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from federated.identity.places import CoordinatorPlace
from federated.management.running import ended_by_signal, manage_child
from federated.services.certificates import ensure_certificates
from federated.transport.group import Group

LOOK_S = 30.0


class Command(BaseCommand):
    """Supervises both; what dies is started again, and what runs goes on where it stood."""

    help = "Run the coordinator of federations: sites connect to HOST:PORT."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the addresses."""
        parser.add_argument("--host", default="0.0.0.0", help="address that sites reach")  # noqa: S104
        parser.add_argument("--port", type=int, default=8443)
        parser.add_argument(
            "--private-port", type=int, default=8444, help="control; listens on loopback only"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal ends it."""
        ended = ended_by_signal()
        place = CoordinatorPlace.of(settings.PENUMBRA_DATA)
        private = ("--private-port", str(options["private_port"]))
        public = ("--host", options["host"], "--port", str(options["port"]))
        self._certificate_time(place)
        group = Group()
        group.want(
            {
                "superlink": manage_child(
                    "superlink", place.home("superlink"), "federated_superlink", *public, *private
                ),
                "worker": manage_child(
                    "worker", place.home("worker"), "federated_worker", "coordinator", *private
                ),
            }
        )
        self.stdout.write(
            f"Coordinator on {options['host']}:{options['port']}; logs {place.folder}"
        )
        try:
            made = self._certificate_time(place)
            while not ended.wait(LOOK_S):
                if (now := self._certificate_time(place)) != made:
                    # A new federation's host, or a certificate about to end.
                    made = now
                    group.restart("superlink")
        finally:
            group.stop()

    def _certificate_time(self, place: CoordinatorPlace) -> float:
        """Return when the certificate shown was made, after making what is missing."""
        close_old_connections()
        ensure_certificates(settings.PENUMBRA_DATA, now=timezone.now())
        return place.authority.server_certificate.stat().st_mtime
