"""May this actor do this here? One table, one question, one answer."""

import copy
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from labeling.kernel.errors import NotAllowed, NotFound
from labeling.kernel.rows import Row, Rows, fetch_one
from labeling.models import Annotation, Asset, Membership, Project, Role, Task, User

_EVERYONE = frozenset(Role)
_WORKING = frozenset({Role.OWNER, Role.MANAGER, Role.REVIEWER, Role.ANNOTATOR})
_READING = frozenset({Role.OWNER, Role.MANAGER, Role.REVIEWER, Role.VIEWER})
_REVIEWING = frozenset({Role.OWNER, Role.MANAGER, Role.REVIEWER})
_MANAGING = frozenset({Role.OWNER, Role.MANAGER})
_OWNING = frozenset({Role.OWNER})


class Action(StrEnum):
    """What can be done in a project."""

    VIEW = "view the project"
    CHANGE_PROJECT = "change the project"
    DELETE_PROJECT = "delete the project"
    CHANGE_ONTOLOGY = "change the ontology"
    CHANGE_MEMBERS = "change the members"
    CHANGE_OWNERS = "make or remove owners"
    CREATE_TASKS = "add tasks"
    CHANGE_TASKS = "change or delete tasks"
    ANNOTATE = "annotate"
    COMMENT = "comment on regions"
    SEE_ALL_ANSWERS = "see the answers of others"
    EDIT_ALL_ANSWERS = "edit the answers of others"
    REVIEW = "review"
    IMPORT = "import"
    EXPORT = "export"
    CANCEL_JOBS = "cancel the jobs of others"
    PRELABEL = "ask the model"
    ADD_PREDICTIONS = "add predictions"
    TRAIN = "train the model"
    ACCEPT_LABELS = "let the model label"
    SEE_ANNOTATORS = "see figures about annotators"


ALLOWED: dict[Action, frozenset[Role]] = {
    Action.VIEW: _EVERYONE,
    Action.CHANGE_PROJECT: _MANAGING,
    Action.DELETE_PROJECT: _OWNING,
    Action.CHANGE_ONTOLOGY: _MANAGING,
    Action.CHANGE_MEMBERS: _MANAGING,
    Action.CHANGE_OWNERS: _OWNING,
    Action.CREATE_TASKS: _MANAGING,
    Action.CHANGE_TASKS: _MANAGING,
    Action.ANNOTATE: _WORKING,
    Action.COMMENT: _WORKING,
    Action.SEE_ALL_ANSWERS: _READING,
    Action.EDIT_ALL_ANSWERS: _REVIEWING,
    Action.REVIEW: _REVIEWING,
    Action.IMPORT: _MANAGING,
    Action.EXPORT: _READING,
    Action.CANCEL_JOBS: _MANAGING,
    Action.PRELABEL: _WORKING,
    Action.ADD_PREDICTIONS: _MANAGING,
    Action.TRAIN: _MANAGING,
    Action.ACCEPT_LABELS: _MANAGING,
    Action.SEE_ANNOTATORS: _REVIEWING,
}
"""Viewers read all answers; annotators of a blind project only their own (`sees_all_answers`)."""


@dataclass(frozen=True, slots=True)
class Access:
    """An actor inside a project, with a role: the proof that the project may be seen."""

    user: User
    project: Project
    role: Role

    def may(self, action: Action) -> bool:
        """Whether the role allows it."""
        return self.role in ALLOWED[action]

    def require(self, action: Action) -> None:
        """Refuse with the role named."""
        if not self.may(action):
            raise NotAllowed(f"The role {self.role.value} may not {action.value} here.")

    @property
    def sees_all_answers(self) -> bool:
        """Whether annotations of others may be shown; annotators see them unless blind."""
        return self.may(Action.SEE_ALL_ANSWERS) or not self.project.settings.blind


def actor_of(user: object) -> User:
    """Narrow `request.user` of an authenticated request."""
    if not isinstance(user, User):
        raise NotAllowed("Sign in first.")
    return user


def open_project(user: object, project_id: int, action: Action = Action.VIEW) -> Access:
    """Enter a project to do something; a project one does not belong to does not exist."""
    actor = actor_of(user)
    row = fetch_one(_BY_PROJECT, [project_id, actor.pk])
    access = _entered(actor, row) if row else None
    if access is None and actor.is_superuser:
        project = Project.objects.filter(pk=project_id).first()
        access = Access(actor, project, Role.OWNER) if project else None
    if access is None:
        raise NotFound("There is no such project, or you are not a member of it.")
    access.require(action)
    return access


def open_task(user: object, task_id: int, action: Action = Action.VIEW) -> tuple[Access, Task]:
    """Enter a task through its project; a task of a foreign project does not exist."""
    actor = actor_of(user)
    if row := fetch_one(_BY_TASK, [task_id, actor.pk]):
        task, access = _TASKS.made(row), _entered(actor, row[_TASKS.width :])
    elif actor.is_superuser and (project := Project.objects.filter(tasks=task_id).first()):
        task, access = project.tasks.get(pk=task_id), Access(actor, project, Role.OWNER)
    else:
        raise NotFound("There is no such task, or you are not a member of its project.")
    access.require(action)
    task.project = access.project
    return access, task


def open_annotation(user: object, annotation_id: int) -> tuple[Access, Annotation]:
    """Enter an annotation through its project; what the role may not see does not exist."""
    actor = actor_of(user)
    row = Annotation.objects.filter(pk=annotation_id).values_list("project_id", flat=True).first()
    unknown = NotFound("There is no such annotation, or you may not see it.")
    if row is None:
        raise unknown
    try:
        access = open_project(actor, row)
    except NotFound:
        raise unknown from None
    annotation = (
        access.project.annotations.select_related("annotator", "task")
        .filter(pk=annotation_id)
        .first()
    )
    is_own = annotation is not None and annotation.annotator_id == actor.pk
    if annotation is None or not (is_own or access.sees_all_answers):
        raise unknown
    return access, annotation


def open_asset(user: object, asset_id: int) -> tuple[Access, Asset]:
    """Enter a stored file through its project."""
    asset = Asset.objects.filter(pk=asset_id).first()
    unknown = NotFound("There is no such file, or you are not a member of its project.")
    if asset is None:
        raise unknown
    try:
        return open_project(user, asset.project_id), asset
    except NotFound:
        raise unknown from None


def manages_any_project(user: User) -> bool:
    """Whether the person may see and make users: staff, or a manager somewhere."""
    return bool(
        user.is_staff
        or Membership.objects.filter(user=user, role__in=[Role.OWNER, Role.MANAGER]).exists()
    )


_TASKS = Rows(Task, "t")
_ENTRY = "m.role, p.id, p.revision, p.updated_at, p.model_version"
_BY_PROJECT = (
    f"SELECT {_ENTRY} "  # noqa: S608  (our own text)
    "FROM labeling_project p JOIN labeling_membership m ON m.project_id = p.id "
    "WHERE p.id = %s AND m.user_id = %s"
)
_BY_TASK = (
    f"SELECT {_TASKS.columns}, {_ENTRY} "  # noqa: S608  (our own text)
    "FROM labeling_task t JOIN labeling_project p ON p.id = t.project_id "
    "JOIN labeling_membership m ON m.project_id = p.id "
    "WHERE t.id = %s AND m.user_id = %s"
)
MAX_KNOWN = 512
_known: dict[int, tuple[tuple[int, Any, str], Project]] = {}


def _entered(actor: User, row: Row) -> Access:
    """Return the access that a fresh look at the membership and its project gave (`_ENTRY`).

    Every call asks for it, so it is one statement, and the project's row is kept until it says it
    changed: revision, time and model version tell whether the copy kept here (guidelines, settings
    and all) is the present one.
    """
    role, project_id, *state = row
    stamp, kept = _known.get(project_id, (None, None))
    if kept is None or stamp != tuple(state):
        kept = Project.objects.get(pk=project_id)
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        _known[project_id] = (tuple(state), kept)
    return Access(actor, copy.copy(kept), Role(role))
