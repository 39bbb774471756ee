"""`manage.py federated_demo_site`: fills one installation of the federated demo."""

import json
import secrets
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandParser

from labeling.config.demo.load import PLANS
from labeling.config.demo.shops import MIXES, letters_to
from labeling.models import Membership, Project, Role, User
from labeling.policies import Access
from labeling.services.projects import create_project
from labeling.services.tasks import create_tasks
from labeling.services.users import create_token

PLAN = PLANS / "01_support_messages.json"
HOLDOUT = 0.35


class Command(BaseCommand):
    """Makes accounts, and at a site the project with its letters; prints what the demo needs."""

    help = "Fill an installation of the federated demo (started by federated_demo)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the role."""
        parser.add_argument("role", choices=["coordinator", *MIXES])
        parser.add_argument("--count", type=int, default=240)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line of JSON."""
        password = secrets.token_urlsafe(9)
        owner = User.objects.create_superuser("demo", password=password, first_name="Demo")
        facts: dict[str, Any] = {"password": password, "owner": _token(owner)}
        if options["role"] != "coordinator":
            facts |= _fill(owner, options["role"], options["count"])
        self.stdout.write(json.dumps(facts))


def _fill(owner: User, shop: str, count: int) -> dict[str, Any]:
    project = _project(owner, PLAN, shop)
    rng = np.random.default_rng(sorted(MIXES).index(shop))
    letters = list(letters_to(shop, count, rng))
    items = [
        {"data": {"text": one.text}, "external_id": f"letter-{number:03}"}
        for number, one in enumerate(letters)
    ]
    create_tasks(access=Access(owner, project, Role.OWNER), items=items)
    annotator = User.objects.create_user("robin", password=None, first_name="Robin")
    Membership.objects.create(project=project, user=annotator, role=Role.ANNOTATOR)
    truth = {f"letter-{number:03}": one.topic for number, one in enumerate(letters)}
    return {"project": project.pk, "annotator": _token(annotator), "truth": truth}


def _project(owner: User, path: Path, shop: str) -> Project:
    plan = json.loads(path.read_text(encoding="utf-8"))
    return create_project(
        owner=owner,
        name=f"Letters to the shop in the {shop}",
        description=plan["description"],
        guidelines=plan["guidelines"],
        settings={**plan["settings"], "holdout_share": HOLDOUT, "retrain_after": 100_000},
        ontology=plan["ontology"],
    )


def _token(user: User) -> str:
    return create_token(user=user, name="federated demo", scopes=[])[1]
