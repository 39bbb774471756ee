"""Accepted labels over HTTP: bound, look, accept, ledger, undo; and who may."""

import pytest

from active_learning.models import AcceptanceLook, AcceptancePolicy
from labeling.models import Annotation, Event, Job, JobState, Project, Role
from tests.factories.acceptance import ONTOLOGY, sure_project
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project

pytestmark = pytest.mark.django_db
BOUND = {"alpha": 0.05, "delta": 0.1, "audit_share": 0.1}


def path(project: Project, rest: str = "") -> str:
    return f"/api/projects/{project.pk}/learning/acceptance/{rest}"


def manager(project: Project) -> ApiClient:
    return ApiClient(make_member(project, Role.MANAGER))


def test_a_bound_is_stated_looked_at_accepted_and_undone() -> None:
    project = sure_project()
    client = manager(project)
    assert client.put(path(project), BOUND).json() == BOUND | {"is_on": False, "by_class": False}
    look = client.post(path(project, "preview/"), {}).json()
    assert (look["number"], look["sample"], look["wrong"], look["open"]) == (1, 120, 0, 300)
    assert look["is_current"]
    assert (look["accepts"], look["is_spent"]) == (270, False)
    assert look["steps"][0]["is_certified"]
    started = client.post(path(project, "accept/"), {})
    assert started.status_code == 202
    job = Job.objects.get(pk=started.json()["job"]["id"])
    assert job.state == JobState.DONE, job.error
    page = client.get(path(project)).json()
    assert page["accepted"] == 270
    (row,) = page["ledger"]
    assert (row["state"], row["accepted"], row["audits"], row["alpha"]) == ("active", 270, 30, 0.05)
    undone = client.post(path(project, f"{row['id']}/undo/"), {})
    assert Job.objects.get(pk=undone.json()["job"]["id"]).state == JobState.DONE
    (row,) = client.get(path(project)).json()["ledger"]
    assert (row["state"], row["reason"]) == ("undone", "person")
    assert Annotation.objects.filter(origin="accepted").count() == 0
    assert client.post(path(project, f"{row['id']}/undo/"), {}).status_code == 409


def test_everything_is_written_to_the_log_with_its_actor() -> None:
    project = sure_project()
    client = manager(project)
    client.put(path(project), BOUND)
    client.post(path(project, "preview/"), {})
    client.post(path(project, "accept/"), {})
    rows = Event.objects.filter(project=project, type="acceptance").order_by("pk")
    assert [row.data["what"] for row in rows] == ["policy", "accepted"]
    assert all(row.actor_id for row in rows)


def test_a_new_project_says_what_is_in_the_way() -> None:
    project = make_project(ontology=ONTOLOGY)
    client = manager(project)
    page = client.get(path(project)).json()
    assert page["obstacle"]["code"] == "no_model"
    assert (page["look"], page["ledger"], page["calibration"]) == (None, [], None)
    answer = client.post(path(project, "preview/"), {})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_model")


def test_missing_labels_are_counted_without_a_look_at_what_they_say() -> None:
    project = sure_project(held=30, wrong=10)
    client = manager(project)
    client.put(path(project), BOUND)
    audits = client.get(path(project)).json()["audits"]
    clean = sure_project(held=30)
    manager(clean).put(path(clean), BOUND)
    assert audits == manager(clean).get(path(clean)).json()["audits"]
    assert 20 < audits["missing"] < 60
    client.post(path(project, "preview/"), {})
    assert client.get(path(project)).json()["audits"]["missing"] != audits["missing"]


def test_calibration_is_shown_with_the_size_of_conformal_sets() -> None:
    project = sure_project(held=40, wrong=4)
    shown = manager(project).get(path(project)).json()["calibration"]
    assert shown["tasks"] == 40
    assert shown["before"] == shown["after"] == pytest.approx(0.09, abs=1e-6)
    assert shown["sets"]["mean"] == 2.0  # 10 % wrong at 0.99: both classes must be named


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"alpha": 0}, "/alpha"),
        ({"alpha": "much"}, "/alpha"),
        ({"alpha": float("nan")}, None),
        ({"delta": 0.9}, "/delta"),
        ({"audit_share": 0.0}, "/audit_share"),
        ({"is_on": 1}, "/is_on"),
        ({"certainty": 0.95}, "/certainty"),
    ],
)
def test_a_bound_that_is_none_is_named_and_changes_nothing(body: dict, pointer: str | None) -> None:
    project = make_project(ontology=ONTOLOGY)
    answer = manager(project).put(path(project), body | {"by_class": True})
    assert answer.status_code == 400
    if pointer:
        assert answer.json()["errors"][0]["pointer"] == pointer
    assert not AcceptancePolicy.objects.exists()


def test_accepting_without_a_look_or_without_a_certificate_is_refused() -> None:
    project = sure_project(held=20)
    client = manager(project)
    client.put(path(project), BOUND)
    assert client.post(path(project, "accept/"), {}).json()["code"] == "look_first"
    client.post(path(project, "preview/"), {})
    assert client.post(path(project, "accept/"), {}).json()["code"] == "nothing_certified"
    client.put(path(project), {"alpha": 0.4})
    assert client.post(path(project, "accept/"), {}).json()["code"] == "look_first"


def test_a_second_accept_of_the_same_look_is_refused_until_the_first_is_undone() -> None:
    project = sure_project()
    client = manager(project)
    client.put(path(project), BOUND | {"alpha": 0.05, "delta": 0.1, "audit_share": 0.1})
    allowed = client.post(path(project, "preview/"), {}).json()["accepts"]
    assert client.post(path(project, "accept/"), {}).status_code == 202
    page = client.get(path(project)).json()
    assert page["ledger"][0]["accepted"] == allowed > 0
    assert (page["look"]["is_current"], page["look"]["is_spent"]) == (True, True)
    again = client.post(path(project, "accept/"), {})
    assert (again.status_code, again.json()["code"]) == (409, "accepted_already")
    client.post(path(project, f"{page['ledger'][0]['id']}/undo/"), {})
    assert client.get(path(project)).json()["look"]["is_spent"] is False


@pytest.mark.parametrize(
    ("given", "alpha", "code"),
    [
        ({"held": 40, "open_tasks": 30}, 0.01, "too_few"),
        ({"held": 40, "open_tasks": 300, "wrong": 30}, 0.05, "too_wrong"),
    ],
)
def test_a_bound_that_no_number_of_labels_reaches_says_why(given, alpha, code) -> None:
    project = sure_project(**given)
    client = manager(project)
    client.put(path(project), BOUND | {"alpha": alpha})
    client.post(path(project, "preview/"), {})
    audits = client.get(path(project)).json()["audits"]
    assert audits["missing"] is None
    assert audits["out_of_reach"]["code"] == code
    assert audits["out_of_reach"]["open"] == given["open_tasks"]


def test_random_labels_can_be_asked_for_next() -> None:
    project = sure_project(held=60)
    client = manager(project)
    project.tasks.filter(is_holdout=False, annotation_count=0).update(is_holdout=True)
    assert client.post(path(project, "audits/"), {"count": 25}).json() == {"asked": 25}
    first = project.tasks.filter(wants_labels=1).order_by("-priority")[:25]
    assert all(task.is_holdout and task.priority >= 0.95 and task.why is None for task in first)
    assert client.post(path(project, "audits/"), {"count": 0}).status_code == 400


def test_without_hold_out_tasks_left_the_remedy_is_named() -> None:
    project = sure_project(held=5, open_tasks=5)
    answer = manager(project).post(path(project, "audits/"), {"count": 5})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_holdout_left")


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ANNOTATOR, Role.VIEWER])
def test_only_managers_let_the_model_label(role: Role) -> None:
    project = make_project(ontology=ONTOLOGY)
    client = ApiClient(make_member(project, role))
    assert client.get(path(project)).status_code == 403
    assert client.put(path(project), BOUND).status_code == 403
    for rest in ("preview/", "accept/", "audits/", "1/undo/"):
        assert client.post(path(project, rest), {"count": 1}).status_code == 403


def test_an_acceptance_of_another_project_does_not_exist() -> None:
    project, other = sure_project(), make_project(ontology=ONTOLOGY)
    client = manager(project)
    client.put(path(project), BOUND)
    client.post(path(project, "preview/"), {})
    client.post(path(project, "accept/"), {})
    row = project.acceptances.get()
    assert manager(other).post(path(other, f"{row.pk}/undo/"), {}).status_code == 404


def test_the_page_costs_the_same_with_many_tasks_and_acceptances(
    django_assert_max_num_queries,
) -> None:
    project = sure_project(held=60, open_tasks=60)
    client = manager(project)
    client.put(path(project), BOUND | {"alpha": 0.3})
    look = client.post(path(project, "preview/"), {}).json()
    stored = AcceptanceLook.objects.get(number=look["number"])
    for _ in range(10):
        project.acceptances.create(look=stored, state="undone")
    with django_assert_max_num_queries(26):
        client.get(path(project))
