"""Who may do what: the whole table, and how one gets in."""

import pytest

from labeling.kernel.errors import NotAllowed, NotFound
from labeling.models import Membership, Project, Role, User
from labeling.policies import (
    ALLOWED,
    Access,
    Action,
    manages_any_project,
    open_annotation,
    open_asset,
    open_project,
    open_task,
)
from tests.factories.facts import (
    make_access,
    make_annotation,
    make_asset,
    make_member,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db

OWN, M, R, A, V = Role.OWNER, Role.MANAGER, Role.REVIEWER, Role.ANNOTATOR, Role.VIEWER
TABLE = {
    Action.VIEW: {OWN, M, R, A, V},
    Action.CHANGE_PROJECT: {OWN, M},
    Action.DELETE_PROJECT: {OWN},
    Action.CHANGE_ONTOLOGY: {OWN, M},
    Action.CHANGE_MEMBERS: {OWN, M},
    Action.CHANGE_OWNERS: {OWN},
    Action.CREATE_TASKS: {OWN, M},
    Action.CHANGE_TASKS: {OWN, M},
    Action.ANNOTATE: {OWN, M, R, A},
    Action.COMMENT: {OWN, M, R, A},
    Action.SEE_ALL_ANSWERS: {OWN, M, R, V},
    Action.EDIT_ALL_ANSWERS: {OWN, M, R},
    Action.REVIEW: {OWN, M, R},
    Action.IMPORT: {OWN, M},
    Action.EXPORT: {OWN, M, R, V},
    Action.CANCEL_JOBS: {OWN, M},
    Action.PRELABEL: {OWN, M, R, A},
    Action.ADD_PREDICTIONS: {OWN, M},
    Action.TRAIN: {OWN, M},
    Action.ACCEPT_LABELS: {OWN, M},
    Action.SEE_ANNOTATORS: {OWN, M, R},
}


def test_the_table_decides_every_action() -> None:
    assert set(TABLE) == set(Action) == set(ALLOWED)


@pytest.mark.parametrize("action", Action)
@pytest.mark.parametrize("role", Role)
def test_every_role_and_action(action: Action, role: Role) -> None:
    access = Access(User(), Project(), role)
    assert access.may(action) is (role in TABLE[action])


@pytest.mark.parametrize("action", Action)
def test_to_an_outsider_no_project_exists(action: Action) -> None:
    project = make_project()
    with pytest.raises(NotFound):
        open_project(make_user(), project.pk, action)


def test_a_refusal_names_the_role() -> None:
    project = make_project()
    viewer = make_member(project, V)
    with pytest.raises(NotAllowed, match="role viewer may not annotate"):
        open_project(viewer, project.pk, Action.ANNOTATE)


def test_an_administrator_enters_every_project_as_owner() -> None:
    project = make_project()
    admin = make_user(is_superuser=True)
    assert open_project(admin, project.pk, Action.DELETE_PROJECT).role is OWN
    assert open_task(admin, make_task(project).pk)[0].role is OWN


def test_entering_sees_a_change_made_meanwhile() -> None:
    project = make_project()
    member = make_member(project)
    assert open_project(member, project.pk).project.name == project.name
    project.name = "another name"
    project.save()
    assert open_project(member, project.pk).project.name == "another name"
    Membership.objects.filter(user=member).delete()
    with pytest.raises(NotFound):
        open_project(member, project.pk)


def test_what_a_service_does_to_its_project_stays_with_it() -> None:
    project = make_project()
    member = make_member(project)
    open_project(member, project.pk).project.name = "scribbled"
    assert open_project(member, project.pk).project.name == project.name


def test_tasks_files_and_answers_of_others_do_not_exist() -> None:
    project = make_project()
    task = make_task(project)
    annotation = make_annotation(task)
    outsider = make_user()
    with pytest.raises(NotFound):
        open_task(outsider, task.pk)
    with pytest.raises(NotFound):
        open_asset(outsider, make_asset(project).pk)
    with pytest.raises(NotFound):
        open_annotation(outsider, annotation.pk)


def test_a_blind_annotator_sees_only_own_answers() -> None:
    project = make_project()
    theirs = make_annotation(make_task(project))
    own_task = make_task(project)
    me = make_member(project)
    mine = make_annotation(own_task, me)
    assert open_annotation(me, mine.pk)[1] == mine
    with pytest.raises(NotFound):
        open_annotation(me, theirs.pk)
    assert open_annotation(make_member(project, V), theirs.pk)[1] == theirs


def test_an_open_project_shows_answers_to_all() -> None:
    project = make_project(settings={"blind": False})
    theirs = make_annotation(make_task(project))
    assert make_access(project, A).sees_all_answers
    assert open_annotation(make_member(project), theirs.pk)[1] == theirs


def test_only_staff_and_managers_see_people() -> None:
    project = make_project()
    assert manages_any_project(make_member(project, M))
    assert manages_any_project(make_user(is_staff=True))
    assert not manages_any_project(make_member(project, R))
