"""Projects, ontologies and members over the API."""

from typing import Any

import pytest

from labeling.models import Annotation, AnnotationRevision, Lease, Project, Role, TaskLabel
from labeling.ontology.templates import load_templates
from tests.factories.client import ApiClient
from tests.factories.facts import (
    TEXT_ONTOLOGY,
    make_annotation,
    make_member,
    make_prediction,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def owner(project: Project) -> ApiClient:
    return ApiClient(project.created_by)


def path_of(project: Project, rest: str = "") -> str:
    return f"/api/projects/{project.pk}/{rest}"


def renamed(**changes: str) -> dict[str, Any]:
    """The text ontology with classes of `mood` renamed."""
    labels = [dict(label) for label in TEXT_ONTOLOGY["labels"]]
    labels[0]["classes"] = [
        {"id": changes[item["id"]], "was": [item["id"]]} if item["id"] in changes else item
        for item in labels[0]["classes"]
    ]
    return TEXT_ONTOLOGY | {"labels": labels}


def test_who_makes_a_project_owns_it() -> None:
    api = ApiClient(make_user())
    made = api.post("/api/projects/", {"name": "P", "ontology": TEXT_ONTOLOGY})
    assert made.status_code == 201
    assert (made.data["role"], made.data["members"], made.data["ontology_version"]) == (
        "owner",
        1,
        1,
    )
    assert made.data["settings"]["overlap"] == 1
    assert made.data["counts"]["tasks"] == 0
    assert [p["id"] for p in api.get("/api/projects/").data["results"]] == [made.data["id"]]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"ontology": TEXT_ONTOLOGY}, "/name"),
        ({"name": "P"}, "/ontology"),
        ({"name": "P", "ontology": TEXT_ONTOLOGY, "settings": {"overlap": 0}}, "/settings/overlap"),
        (
            {"name": "P", "ontology": TEXT_ONTOLOGY, "settings": {"reveal": "never"}},
            "/settings/reveal",
        ),
        ({"name": "P", "ontology": TEXT_ONTOLOGY, "settings": {"odd": 1}}, "/settings/odd"),
        (
            {"name": "P", "ontology": TEXT_ONTOLOGY, "settings": {"target_label": "nope"}},
            "/settings/target_label",
        ),
    ],
)
def test_a_bad_project_names_its_place(body: dict[str, Any], pointer: str) -> None:
    answer = ApiClient(make_user()).post("/api/projects/", body)
    assert (answer.status_code, answer.data["errors"][0]["pointer"]) == (400, pointer)
    assert not Project.objects.exists()


def test_a_stale_change_of_a_project_is_refused(project: Project, owner: ApiClient) -> None:
    tag = owner.get(path_of(project)).headers["ETag"]
    assert owner.patch(path_of(project), {"name": "A"}, if_match=tag).status_code == 200
    stale = owner.patch(path_of(project), {"name": "B"}, if_match=tag)
    assert (stale.status_code, stale.data["current_revision"]) == (412, 2)
    assert owner.patch(path_of(project), {"name": "B"}).status_code == 428
    assert owner.get(path_of(project)).data["name"] == "A"


def test_a_new_default_overlap_reaches_the_tasks(project: Project, owner: ApiClient) -> None:
    task = make_task(project)
    special = make_task(project, overlap=5)
    make_annotation(task)
    owner.patch(path_of(project), {"settings": {"overlap": 2}}, if_match='"1"')
    task.refresh_from_db()
    special.refresh_from_db()
    assert (task.overlap, task.open_places, task.state) == (2, 1, "in_progress")
    assert special.overlap == 5


def test_a_dry_run_counts_what_a_change_touches(project: Project, owner: ApiClient) -> None:
    task = make_task(project)
    make_annotation(task, mood="pos")
    make_prediction(task, answers={"mood": "pos"})
    body = {"ontology": renamed(pos="positive")}
    (change,) = owner.post(path_of(project, "ontology/dry-run/"), body).data["changes"]
    assert (change["kind"], change["touches"]) == ("rename", {"annotations": 1, "predictions": 1})
    assert project.ontologies.count() == 1


def test_a_renamed_class_is_carried_over_with_history(project: Project, owner: ApiClient) -> None:
    task = make_task(project)
    made = make_annotation(task, mood="pos")
    changed = owner.patch(path_of(project), {"ontology": renamed(pos="positive")}, if_match='"1"')
    assert changed.data["ontology_version"] == 2
    made.refresh_from_db()
    assert (made.answers, made.revision, made.ontology_number) == ({"mood": "positive"}, 2, 2)
    assert AnnotationRevision.objects.get(revision=2).before["answers"] == {"mood": "pos"}
    assert TaskLabel.objects.get().value == "positive"


def test_the_same_ontology_makes_no_new_version(project: Project, owner: ApiClient) -> None:
    changed = owner.patch(path_of(project), {"ontology": TEXT_ONTOLOGY}, if_match='"1"')
    assert changed.data["ontology_version"] == 1


def test_a_broken_ontology_changes_nothing(project: Project, owner: ApiClient) -> None:
    body = {"name": "new", "ontology": {"fields": {}}}
    answer = owner.patch(path_of(project), body, if_match='"1"')
    assert (answer.status_code, answer.data["code"]) == (400, "bad_ontology")
    project.refresh_from_db()
    assert (project.name != "new", project.revision) == (True, 1)


def test_checking_and_reading_ontologies() -> None:
    api = ApiClient(make_user())
    assert api.post("/api/ontologies/check/", {"ontology": TEXT_ONTOLOGY}).data["ok"] is True
    wrong = api.post("/api/ontologies/check/", {"ontology": {"fields": {}, "labels": 3}}).data
    assert wrong["ok"] is False
    assert wrong["errors"]
    xml = (
        '<View><Text name="t" value="$t"/><Choices name="c" toName="t">'
        '<Choice value="a"/><Choice value="b"/></Choices></View>'
    )
    read = api.post("/api/ontologies/read/", {"text": xml}).data
    assert read["source"] == "label_studio"
    assert api.post("/api/ontologies/read/", {"text": "<View"}).status_code == 400


def test_every_template_makes_a_project() -> None:
    api = ApiClient(make_user())
    offered = api.get("/api/templates/").data
    assert len(offered) == len(load_templates()) >= 8
    for template in offered:
        body = {"name": template["id"], "ontology": template["ontology"]}
        assert api.post("/api/projects/", body).status_code == 201


def members(project: Project, username: str = "") -> str:
    return path_of(project, f"members/{username}/" if username else "members/")


def test_members_come_change_and_go(project: Project, owner: ApiClient) -> None:
    ann = make_user("ann")
    assert owner.post(members(project), {"user": "ann", "role": "annotator"}).status_code == 201
    assert owner.post(members(project), {"user": "ann", "role": "viewer"}).status_code == 409
    assert owner.post(members(project), {"user": "nobody", "role": "viewer"}).status_code == 400
    assert owner.post(members(project), {"user": "ann", "role": "king"}).status_code == 400
    changed = owner.patch(members(project, "ann"), {"role": "reviewer"})
    assert changed.data["role"] == "reviewer"
    assert len(owner.get(members(project)).data["results"]) == 2
    assert owner.delete(members(project, "ann")).status_code == 204
    assert ApiClient(ann).get(path_of(project)).status_code == 404


def test_the_last_owner_stays(project: Project, owner: ApiClient) -> None:
    name = project.created_by.username
    assert owner.patch(members(project, name), {"role": "viewer"}).data["code"] == "last_owner"
    assert owner.delete(members(project, name)).data["code"] == "last_owner"
    make_member(project, Role.OWNER)
    assert owner.delete(members(project, name)).status_code == 204


def test_managers_neither_make_nor_unmake_owners(project: Project) -> None:
    manager = make_member(project, Role.MANAGER)
    make_member(project, Role.OWNER)
    api = ApiClient(manager)
    owner_name = project.created_by.username
    assert api.patch(members(project, manager.username), {"role": "owner"}).status_code == 403
    assert api.patch(members(project, owner_name), {"role": "viewer"}).status_code == 403
    assert api.delete(members(project, owner_name)).status_code == 403
    body = {"user": make_user().username, "role": "owner"}
    assert api.post(members(project), body).status_code == 403


def test_an_annotator_may_leave_but_not_show_out(project: Project) -> None:
    ann, bob = make_member(project), make_member(project)
    task = make_task(project)
    api = ApiClient(ann)
    api.post(path_of(project, "tasks/next/"), {})
    assert api.delete(members(project, bob.username)).status_code == 403
    assert api.delete(members(project, ann.username)).status_code == 204
    task.refresh_from_db()
    assert (task.open_places, Lease.objects.count()) == (1, 0)


def test_deleting_a_project_takes_everything_and_only_an_owner_can(project: Project) -> None:
    make_annotation(make_task(project))
    manager = ApiClient(make_member(project, Role.MANAGER))
    assert manager.delete(path_of(project)).status_code == 403
    assert ApiClient(project.created_by).delete(path_of(project)).status_code == 204
    assert not Annotation.objects.exists()
