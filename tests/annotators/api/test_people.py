"""Person pages, one's own page, hard tasks, hot spots, forecast."""

import pytest

from annotators.services.facts.refresh import refresh_facts
from annotators.services.quality import refresh_quality
from labeling.models import Gold, Role
from labeling.services.members import remove_member
from tests.factories.facts import (
    make_access,
    make_annotation,
    make_member,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db
MOODS = ("pos", "neg", "neutral")


@pytest.fixture
def project():
    return make_project(settings={"overlap": 3})


@pytest.fixture
def people(project):
    team = [make_member(project, user=make_user(name)) for name in ("ann", "bob", "cem")]
    for number in range(12):
        task = make_task(project, f"text {number}")
        truth = MOODS[number % 3]
        for at, person in enumerate(team):
            slip = at == 2 and number % 2 == 0
            make_annotation(task, person, mood="neutral" if slip else truth)
        if number < 6:
            Gold.objects.create(task=task, answers={"mood": truth})
    refresh_quality(project=project)
    refresh_facts(project=project)
    return team


@pytest.fixture
def manager(project, api):
    return api.as_(make_member(project, Role.MANAGER))


def test_a_manager_sees_ability_by_class_and_a_sample_of_mistakes(project, people, manager):
    page = manager.get(f"/api/projects/{project.pk}/quality/people/cem/").json()
    assert page["user"]["username"] == "cem"
    assert (page["role"], page["count"]) == ("annotator", 12)
    assert page["accuracy"]["low"] < page["accuracy"]["value"] < page["accuracy"]["high"]
    assert [one["class"] for one in page["labels"][0]["classes"]] == list(MOODS)
    assert page["mistakes"][0]["source"] == "gold"
    assert page["mistakes"][0]["said"] == "neutral"
    assert sum(day["count"] for day in page["days"]) == 12


def test_ones_own_page_has_no_word_of_others(project, people, api):
    page = api.as_(people[2]).get(f"/api/projects/{project.pk}/quality/me/").json()
    assert page["user"]["username"] == "cem"
    assert (page["today"], page["streak_days"]) == (12, 1)
    assert {one["source"] for one in page["mistakes"]} <= {"gold", "review", "adjudication"}
    assert not {"patterns", "anchoring"} & page.keys()
    text = str(page)
    assert "'ann'" not in text
    assert "'bob'" not in text


def test_a_persons_page_is_not_for_annotators_nor_about_strangers(project, people, api, manager):
    url = f"/api/projects/{project.pk}/quality/people/"
    assert api.as_(people[0]).get(f"{url}ann/").status_code == 403
    make_user("eve")
    assert manager.get(f"{url}eve/").status_code == 404
    assert manager.get(f"{url}nobody/").status_code == 404


def test_somebody_who_left_is_shown_as_a_former_member(project, people, manager):
    remove_member(access=make_access(project, Role.OWNER), username="ann")
    rows = manager.get(f"/api/projects/{project.pk}/annotators/").json()
    by_name = {row["user"]["username"]: row for row in rows}
    assert (by_name["ann"]["is_member"], by_name["bob"]["is_member"]) == (False, True)
    assert manager.get(f"/api/projects/{project.pk}/quality/people/ann/").json()["role"] is None


def test_a_member_without_answers_has_an_empty_page(project, people, api):
    new = make_member(project)
    page = api.as_(new).get(f"/api/projects/{project.pk}/quality/me/").json()
    assert (page["count"], page["accuracy"], page["advice"], page["streak_days"]) == (
        0,
        None,
        [],
        0,
    )


def test_hard_tasks_hot_spots_and_the_forecast_are_read_off(project, people, manager):
    hard = manager.get(f"/api/projects/{project.pk}/quality/tasks/?order=split").json()
    assert all(row["split"] is not None for row in hard["results"])
    assert manager.get(f"/api/projects/{project.pk}/quality/tasks/?order=x").status_code == 400
    assert manager.get(f"/api/projects/{project.pk}/quality/hotspots/").json()["results"] == []
    forecast = manager.get(f"/api/projects/{project.pk}/quality/forecast/").json()
    assert forecast["label"] == "mood"
    assert [one["target"] for one in forecast["targets"]] == [0.9, 0.95, 0.98, 0.99]


@pytest.mark.parametrize("path", ["annotators/", "quality/people/cem/"])
def test_pages_take_as_many_queries_for_many_people_as_for_few(
    project, people, manager, path, django_assert_max_num_queries
):
    url = f"/api/projects/{project.pk}/{path}"
    manager.get(url)
    for number in range(6):
        make_annotation(make_task(project), make_member(project), mood=MOODS[number % 3])
    refresh_quality(project=project)
    refresh_facts(project=project)
    with django_assert_max_num_queries(20):
        manager.get(url)
