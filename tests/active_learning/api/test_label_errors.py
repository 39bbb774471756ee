"""Doubtful labels over HTTP: who sees and decides what, filters, the file."""

import pytest

from active_learning.models import LabelErrorSearch, LabelFinding
from labeling.models import Job, Role
from tests.factories.facts import make_access, make_annotation, make_project, make_task, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """Return a project with two findings of two annotators, the likelier error first."""
    owner = make_user()
    project = make_project(owner)
    search = LabelErrorSearch.objects.create(
        project=project, label="mood", ontology_number=1, last_annotation=0, annotations=2,
        found=2, source="cross_fitting",
    )  # fmt: skip
    findings = []
    for text, score in (("=1+1", 0.1), ("fine", 0.3)):
        annotation = make_annotation(make_task(project, text), make_access(project).user)
        findings.append(LabelFinding.objects.create(
            project=project, search=search, task=annotation.task, annotation=annotation,
            revision=1, kind="class", label="mood", given="pos", suggested="neg", score=score,
            probability=0.9, own_probability=0.05,
        ))  # fmt: skip
    base = f"/api/projects/{project.pk}/learning/errors/"
    return project, owner, findings, base


def test_the_summary_counts_pairs_and_annotators(api, made):
    _, owner, _, base = made
    found = api.as_(owner).get(base).data
    assert found["counts"] == {"open": 2, "kept": 0, "fixed": 0}
    assert found["pairs"] == [{"kind": "class", "given": "pos", "suggested": "neg", "count": 2}]
    assert [row["count"] for row in found["annotators"]] == [1, 1]
    assert found["search"]["new_labels"] == 2
    assert found["precision"] is None
    assert found["can_search"]


def test_the_list_is_worst_first_and_filtered(api, made):
    _, owner, (first, second), base = made
    client = api.as_(owner)
    rows = client.get(f"{base}findings/").data
    assert [row["id"] for row in rows["results"]] == [str(first.pk), str(second.pk)]
    assert rows["count"] == 2
    assert rows["results"][0]["data"] == {"text": "=1+1"}
    who = second.annotation.annotator.username
    assert client.get(f"{base}findings/?annotator={who}").data["count"] == 1
    assert client.get(f"{base}findings/?suggested=neutral").data["count"] == 0
    assert client.get(f"{base}findings/?state=kept").data["count"] == 0
    page = client.get(f"{base}findings/?limit=1").data
    assert client.get(page["next"]).data["results"][0]["id"] == str(second.pk)
    assert client.get(f"{base}findings/?state=odd").status_code == 400
    assert client.get(f"{base}findings/?task={second.task_id}").data["count"] == 1


@pytest.mark.parametrize("asked", ["task=abc", "task=²", f"task={10**23}", "given=%00"])
@pytest.mark.parametrize("what", ["findings", "file"])
def test_a_filter_that_names_nothing_is_refused(api, made, what, asked):
    _, owner, _, base = made
    assert api.as_(owner).get(f"{base}{what}/?{asked}").status_code == 400


def test_fix_keep_and_undo(api, made):
    _, owner, (first, second), base = made
    client = api.as_(owner)
    assert client.post(f"{base}findings/{first.pk}/fix/").data["state"] == "fixed"
    first.annotation.refresh_from_db()
    assert first.annotation.answers == {"mood": "neg"}
    assert client.post(f"{base}findings/{second.pk}/keep/").data["state"] == "kept"
    found = client.get(base).data
    assert found["precision"]["value"] == 0.5
    assert found["precision"]["low"] < 0.5 < found["precision"]["high"]
    assert client.post(f"{base}findings/{first.pk}/undo/").data["state"] == "open"
    first.annotation.refresh_from_db()
    assert first.annotation.answers == {"mood": "pos"}
    assert client.post(f"{base}findings/{first.pk}/undo/").status_code == 409
    assert client.post(f"{base}findings/{first.pk}/burn/").status_code == 404
    assert client.post(f"{base}findings/999999/keep/").status_code == 404


def test_annotators_of_a_blind_project_see_and_mend_their_own_only(api, made):
    _, _, (first, second), base = made
    client = api.as_(first.annotation.annotator)
    rows = client.get(f"{base}findings/").data["results"]
    assert [row["id"] for row in rows] == [str(first.pk)]
    first.search.last_annotation = second.annotation.pk
    first.search.save()
    summary = client.get(base).data
    assert summary["counts"]["open"] == 1
    search = {name: summary["search"][name] for name in ("is_own", "annotations", "found")}
    assert search == {"is_own": True, "annotations": 1, "found": 1}
    assert client.post(f"{base}findings/{second.pk}/keep/").status_code == 404
    assert client.post(f"{base}findings/{first.pk}/fix/").data["state"] == "fixed"
    assert client.post(base).status_code == 403


def test_viewers_read_and_strangers_do_not(api, made):
    project, _, (first, _), base = made
    viewer = api.as_(make_access(project, Role.VIEWER).user)
    rows = viewer.get(f"{base}findings/").data["results"]
    assert [row["can_decide"] for row in rows] == [False, False]
    assert viewer.post(f"{base}findings/{first.pk}/keep/").status_code == 403
    assert api.as_(make_user()).get(base).status_code == 404


def test_the_file_holds_the_list_without_formulas(api, made):
    _, owner, (first, _), base = made
    first.given = "=cmd"
    first.save()
    answer = api.as_(owner).get(f"{base}file/?state=all")
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert lines[0].startswith("task,external_id,annotation,annotator,label,kind,given")
    assert len(lines) == 3
    assert "'=cmd" in lines[1]


def test_a_list_asks_the_database_as_often_for_two_as_for_one(
    api, made, django_assert_max_num_queries
):
    _, owner, _, base = made
    client = api.as_(owner)
    client.get(f"{base}findings/")
    with django_assert_max_num_queries(16):
        client.get(f"{base}findings/")


def test_a_search_that_cannot_be_made_is_a_job_that_says_why(api, made):
    _, owner, _, base = made
    job = api.as_(owner).post(base).data["job"]
    assert "a search needs 20" in Job.objects.get(pk=job["id"]).error


def test_a_span_is_shown_in_its_words(api, made):
    project, owner, (first, _), base = made
    text = "x" * 200 + " a cat " + "y" * 200
    span = {"id": "r", "label": "mention", "class": "car", "geometry": {"start": 203, "end": 206}}
    task = make_task(project, text)
    annotation = make_annotation(task, make_access(project).user, regions=[span])
    LabelFinding.objects.create(
        project=project, search=first.search, task=task, annotation=annotation, revision=1,
        kind="extent", label="mention", given="car", suggested="car", region="r", score=0.01,
        place={"start": 201, "end": 206}, probability=0.9,
    )  # fmt: skip
    shown = api.as_(owner).get(f"{base}findings/").data["results"]
    excerpt = next(one for one in shown if one["task"] == str(task.pk))["excerpt"]
    given = slice(*excerpt["given"])
    assert (excerpt["text"][given], excerpt["cut"]) == ("cat", [True, True])
    assert excerpt["text"][slice(*excerpt["suggested"])] == "a cat"
