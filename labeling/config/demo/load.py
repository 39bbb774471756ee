"""Puts the demo projects into the database: once each, whatever happened to them since."""

import hashlib
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.db import transaction

from active_learning.services.flows import declare_flow
from active_learning.services.prelabeler_settings import UseChange, change_use
from labeling.config.demo.sources import SOURCES
from labeling.kernel.errors import Conflict
from labeling.kernel.jobs import JobRun, enqueue
from labeling.models import Project, Role, User
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.services.assets import render_asset, store_file
from labeling.services.projects import create_project
from labeling.services.tasks import create_tasks

PLANS = Path(__file__).parent / "projects"
SEED = 2026
KEYS = ("name", "description", "guidelines", "settings", "ontology")
Tell = Callable[[str], None]


def load_demo(*, owner: User, tell: Tell) -> None:
    """Make every demo project that is not there yet."""
    for plan in _missing_plans():
        tell(f"• {plan['name']}: {plan['count']} tasks")
        _load_project(owner, plan)


def start_loading(*, owner: User) -> bool:
    """Let a worker make what is missing; return whether there is anything to make."""
    if not _missing_plans():
        return False
    enqueue(
        "config.load_demo",
        created_by_id=owner.pk,
        kwargs={"user_id": owner.pk},
        unique="config.load_demo",
    )
    return True


def load_demo_in_turns(run: JobRun, *, owner: User) -> None:
    """Make what is missing, one project after the other; others' work need not wait for all."""
    missing = _missing_plans()
    total = len(list(PLANS.glob("*.json")))
    for left, plan in zip(range(len(missing), 0, -1), missing, strict=True):
        run.progress(total - left, total, plan["name"])
        _load_project(owner, plan, check=run.check_cancelled)
        if left > 1 and run.should_yield():
            start_loading(owner=owner)
            return


def _missing_plans() -> list[dict[str, Any]]:
    there = set(Project.objects.filter(is_demo=True).values_list("name", flat=True))
    plans = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(PLANS.glob("*.json"))]
    return [plan for plan in plans if plan["name"] not in there]


def _load_project(
    owner: User, plan: dict[str, Any], check: Callable[[], None] = lambda: None
) -> None:
    """Make one project; it counts as a demo once everything is in it.

    Drawing and probing take long, so they hold no transaction: people work meanwhile.
    """
    _take_back_unfinished()
    make, rng = SOURCES[plan["source"]], np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for item in make(plan["count"], rng, Path(folder)):
            check()
            made.append(item)
        with transaction.atomic():
            project = create_project(owner=owner, **{key: plan[key] for key in KEYS})
            _unfinished().write_text(str(project.pk), encoding="ascii")
        items = []
        for item in made:
            check()
            items.append(_stored(project, item))
    with transaction.atomic():
        create_tasks(access=Access(owner, project, Role.OWNER), items=items)
        Project.objects.filter(pk=project.pk).update(is_demo=True)
    _unfinished().unlink(missing_ok=True)
    for name, field in plan.get("prelabelers", {}).items():
        _switch_on(project, owner, name, field)
    if past := plan.get("past"):
        enqueue(
            "config.play_past",
            project_id=project.pk,
            kwargs={"project_id": project.pk, "past": past},
        )
    for flow in plan.get("flows", ()):
        kept = declare_flow(project=project, user=owner, **flow)
        _switch_on(project, owner, kept.card_id, kept.field)


def _switch_on(project: Project, owner: User, name: str, field: str) -> None:
    """Let a pre-labeler work in a demo project; one that lacks a package stays off."""
    with suppress(Conflict):
        change_use(
            project=project,
            prelabeler=name,
            field_id=field,
            change=UseChange(is_on=True),
            user_id=owner.pk,
        )


def _take_back_unfinished() -> None:
    """Remove the project that a load left without its tasks, stopped or killed."""
    note = _unfinished()
    if note.exists():
        left = Project.objects.filter(pk=int(note.read_text(encoding="ascii") or 0))
        left.filter(is_demo=False, tasks=None).delete()
        note.unlink()


def _unfinished() -> Path:
    """Where the project being loaded is noted until it is whole."""
    return Path(settings.PENUMBRA_DATA) / "demo_unfinished"


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
