"""A project whose work is routed as in the product."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

from annotators.handlers import plan_new_project, route_task
from annotators.models import RoutingPlan
from annotators.selectors.routes import PersonRoute
from labeling.events import AnnotationSubmitted, ProjectCreated
from labeling.models import Annotation, Project, Task, User
from labeling.policies import Access
from labeling.services.next_task import Handed, take_next_task
from labeling.services.routing import set_router
from tests.factories.facts import make_annotation, make_project


@contextmanager
def routing() -> Iterator[None]:
    """Install the product's router."""
    before = set_router(PersonRoute)
    yield
    set_router(before)


def routed_project(*, settings: dict[str, Any] | None = None, **plan: Any) -> Project:
    """Make a project with a plan; without gold unless it is asked for."""
    project = make_project(settings=settings or {})
    plan_new_project(ProjectCreated(project.pk))
    RoutingPlan.objects.filter(project=project).update(**({"gold_rate": 0.0} | plan))
    return project


def next_for(access: Access, *, seed: int = 1, holding: tuple[int, ...] = ()) -> Handed | None:
    """Ask for work."""
    return take_next_task(
        access=access, holding=holding, now=timezone.now(), rng=random.Random(seed)
    )


def answer(task: Task, user: User, **content: Any) -> Annotation:
    """Submit, and let the router follow it as after a commit."""
    task.refresh_from_db()
    made = make_annotation(task, user, **content)
    task.refresh_from_db()
    event = AnnotationSubmitted(
        task.project_id, task.pk, made.pk, user.pk, answers=task.annotation_count
    )
    route_task(event)
    task.refresh_from_db()
    return made
