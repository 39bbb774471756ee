"""`manage.py serving`: the process that holds the models and answers pre-label calls."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from active_learning.embeddings.folder import models_folder
from active_learning.serving.server import serve


class Command(BaseCommand):
    """Loopback only by default: it trusts whoever can reach it."""

    help = "Serve the projects' models to the web process."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8001)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal ends it."""
        models = models_folder(settings.PENUMBRA_DATA)
        serve(models, host=options["host"], port=options["port"])
