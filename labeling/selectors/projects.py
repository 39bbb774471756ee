"""Projects as people see them: only their own, with counts."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db.models import Count, QuerySet

from labeling.models import Annotation, Membership, Project, Role, Skip, Task, TaskState, User

_SLOW_S = 0.02
_KEEP_TIMES = 100
_SMALL = 20_000
_kept: dict[int, tuple[float, "ProjectCounts"]] = {}


@dataclass(frozen=True, slots=True)
class ProjectCounts:
    """How far a project is."""

    tasks: int = 0
    done: int = 0
    in_progress: int = 0
    open: int = 0
    annotations: int = 0
    skipped: int = 0
    accepted: int = 0
    rejected: int = 0

    def as_json(self) -> dict[str, int]:
        """Return the wire shape."""
        return asdict(self)


def projects_visible_to(user: User) -> QuerySet[Project]:
    """Return the projects a person is a member of; an administrator sees all."""
    if user.is_superuser:
        return Project.objects.all()
    return Project.objects.filter(memberships__user=user)


def roles_of(user: User, projects: Sequence[Project]) -> dict[int, Role]:
    """Return the person's role in each project."""
    rows = Membership.objects.filter(user=user, project__in=projects)
    found = {project_id: Role(role) for project_id, role in rows.values_list("project_id", "role")}
    return {project.pk: found.get(project.pk, Role.OWNER) for project in projects}


def member_counts(projects: Sequence[Project]) -> dict[int, int]:
    """Return how many people are in each project."""
    rows = Membership.objects.filter(project__in=projects).values("project_id")
    return dict(rows.annotate(n=Count("id")).values_list("project_id", "n"))


def project_counts(project_id: int) -> ProjectCounts:
    """Count a project's tasks by state, its annotations and its skips.

    Counting a million rows takes a moment, so what was slow is kept for a hundred times as long
    as it took; a small project is always counted afresh.
    """
    now = time.monotonic()
    kept = _kept.get(project_id)
    if kept and now < kept[0]:
        return kept[1]
    counts = _count(project_id)
    took = time.monotonic() - now
    if took > _SLOW_S and counts.tasks > _SMALL:
        _kept[project_id] = (now + took * _KEEP_TIMES, counts)
    else:
        _kept.pop(project_id, None)
    return counts


def _count(project_id: int) -> ProjectCounts:
    rows = Task.objects.filter(project=project_id).values("state").annotate(n=Count("id"))
    states = dict(rows.order_by().values_list("state", "n"))
    accepted = states.get(TaskState.ACCEPTED, 0)
    return ProjectCounts(
        tasks=sum(states.values()),
        done=states.get(TaskState.DONE, 0) + accepted,
        in_progress=states.get(TaskState.IN_PROGRESS, 0),
        open=states.get(TaskState.OPEN, 0),
        annotations=Annotation.objects.filter(project=project_id).count(),
        skipped=Skip.objects.filter(project=project_id).count(),
        accepted=accepted,
        rejected=states.get(TaskState.REJECTED, 0),
    )
