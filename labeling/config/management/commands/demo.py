"""`manage.py demo`: the demo account and the demo projects."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from labeling.config.demo.load import load_demo, start_loading
from labeling.models import User

NAME = "demo"


class Command(BaseCommand):
    """Load what is missing; a second run changes nothing."""

    help = "Load the demo projects and make an account to see them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the command's options."""
        parser.add_argument("--later", action="store_true", help="let a worker make the projects")

    def handle(self, *args: Any, later: bool, **options: Any) -> None:
        """Make the account with a password of its own, then the projects."""
        if not later:
            load_demo(owner=self._account(), tell=self.stdout.write)
        elif start_loading(owner=self._account()):
            self.stdout.write("Demo projects are being prepared; each appears when it is ready.")

    def _account(self) -> User:
        """Return the demo account; its password is generated, kept beside the data."""
        found = User.objects.filter(username=NAME).first()
        if found is not None:
            return found
        password = secrets.token_urlsafe(9)
        note = settings.PENUMBRA_DATA / "demo_account"
        note.touch(mode=0o600)
        note.write_text(f"user {NAME}  password {password}\n", encoding="utf-8")
        return User.objects.create_superuser(NAME, password=password, first_name="Demo")
