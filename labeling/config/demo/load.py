"""Puts the demo projects into the database: once each, whatever happened to them since."""

import hashlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from django.db import transaction

from labeling.config.demo.sources import SOURCES
from labeling.models import Project, Role, User
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.assets import render_asset, store_file
from labeling.services.projects import create_project
from labeling.services.tasks import create_tasks

PLANS = Path(__file__).parent / "projects"
SEED = 2026
Tell = Callable[[str], None]


def load_demo(*, owner: User, tell: Tell) -> None:
    """Make every demo project that is not there yet."""
    for path in sorted(PLANS.glob("*.json")):
        plan = json.loads(path.read_text(encoding="utf-8"))
        if not Project.objects.filter(is_demo=True, name=plan["name"]).exists():
            tell(f"• {plan['name']}: {plan['count']} tasks")
            _load_project(owner, plan)


@transaction.atomic
def _load_project(owner: User, plan: dict[str, Any]) -> None:
    keys = ("name", "description", "guidelines", "settings", "ontology")
    project = create_project(owner=owner, is_demo=True, **{key: plan[key] for key in keys})
    make, rng = SOURCES[plan["source"]], np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as folder:
        items = [_stored(project, item) for item in make(plan["count"], rng, Path(folder))]
    create_tasks(access=Access(owner, project, Role.OWNER), items=items)


def _stored(project: Project, item: dict[str, Any]) -> dict[str, Any]:
    """Store the files of a task as an import would, and return the task that shows them."""
    fields = ontology_of(project).fields
    data = dict(item["data"])
    for name, value in data.items():
        if isinstance(value, Path):
            data[name] = _asset(project, value, fields[name].type)
    return {**item, "data": data}


def _asset(project: Project, path: Path, field_type: str) -> dict[str, str]:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    asset = store_file(
        project=project, path=path, digest=digest, name=path.name, field_type=field_type
    )
    render_asset(asset)
    return {"asset": str(asset.pk), "name": path.name}
