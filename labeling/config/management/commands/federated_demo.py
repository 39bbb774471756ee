"""`manage.py federated_demo`: a coordinator and three sites that learn together, on one machine."""

import os
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from labeling.config.demo.federated_show import SITES, Show
from labeling.config.demo.federation import free_port, prepare
from labeling.config.supervisor import Supervisor


class Command(BaseCommand):
    """Starts fourteen processes, joins three sites, and lets simulated people label."""

    help = "Show federated labeling: a coordinator and three sites with data of their own."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how long it runs."""
        parser.add_argument("--port", type=int, default=8100, help="of the coordinator's pages")
        parser.add_argument("--campaigns", type=int, default=3, help="label, then learn together")
        parser.add_argument("--exit", action="store_true", help="stop when all is learned")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, start, show; then stay until a signal comes."""
        folder = settings.PENUMBRA_DATA / "federated-demo"
        made = prepare(folder, SITES, options["port"], self._tell)
        fleet = free_port()
        show = Show(made, self._tell)
        supervisor = Supervisor(show.children(fleet), dict(os.environ), self._tell)
        supervisor.start()
        story = threading.Thread(
            target=self._story, args=(show, fleet, supervisor, options), daemon=True
        )
        story.start()
        supervisor.watch()
        self._tell("Stopped.")

    def _story(
        self,
        show: Show,
        fleet: int,
        supervisor: Supervisor,
        options: dict[str, Any],
    ) -> None:
        began = time.monotonic()
        try:
            show.play(fleet, options["campaigns"])
            self._tell(f"\nDone in {time.monotonic() - began:.0f} s. The pages stay open:")
            show.tell_pages()
        except Exception as error:
            self.stderr.write(f"The demo cannot go on: {error}")
            supervisor.stopping = True
            raise
        if options["exit"]:
            supervisor.stopping = True

    def _tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
