"""The review queue and decisions between answers."""

import pytest

from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import learning_target
from annotators.models import Adjudication, Consensus, TaskFacts
from annotators.services.facts.refresh import refresh_facts
from annotators.services.quality import refresh_quality
from labeling.models import Annotation, Review, Role
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project(settings={"overlap": 3})


@pytest.fixture
def people(project):
    return [make_member(project) for _ in range(3)]


@pytest.fixture
def reviewer(project):
    return make_member(project, Role.REVIEWER)


@pytest.fixture
def client(api, reviewer):
    return api.as_(reviewer)


def answered(project, people, said, text="a text"):
    task = make_task(project, text)
    for person, mood in zip(people, said.split(), strict=False):
        make_annotation(task, person, mood=mood)
    return task


def refresh(project):
    refresh_quality(project=project)
    refresh_facts(project=project)


def queue(client, project, **query):
    url = f"/api/projects/{project.pk}/reviews/queue/"
    return client.get(f"{url}?{'&'.join(f'{k}={v}' for k, v in query.items())}").json()


def test_the_queue_begins_with_what_is_probably_wrong_and_ends_with_the_new(
    project, people, client
):
    calm = [answered(project, people, "pos pos pos", f"calm {n}") for n in range(6)]
    split = answered(project, people, "pos neg neutral", "which one")
    refresh(project)
    new = answered(project, people[:1], "pos", "just in")
    refresh(project)
    TaskFacts.objects.filter(task=new).delete()
    found = queue(client, project)["results"]
    assert found[0]["task"] == str(split.pk)
    assert (found[0]["excerpt"], found[0]["label"]) == ("which one", "mood")
    assert found[-1] == {
        "task": str(new.pk),
        "expected_error": None,
        "label": "",
        "answers": 1,
        "excerpt": "just in",
    }
    assert len(found) == len(calm) + 2


def test_pages_of_the_queue_neither_skip_nor_repeat(project, people, client):
    for number in range(5):
        answered(project, people, "pos neg pos", f"t{number}")
    refresh(project)
    answered(project, people, "pos pos pos", "new")
    seen, page = [], queue(client, project, limit=2)
    while True:
        seen += [row["task"] for row in page["results"]]
        if page["next"] is None:
            break
        page = client.get(page["next"]).json()
    assert len(seen) == len(set(seen)) == 6
    assert client.get(f"/api/projects/{project.pk}/reviews/queue/?cursor=abc").status_code == 400


def test_nobody_reviews_their_own_work(project, people, reviewer, client):
    task = make_task(project)
    own = make_annotation(task, reviewer)
    make_annotation(task, people[0], mood="neg")
    refresh(project)
    assert queue(client, project)["results"] == []
    refused = client.post(f"/api/annotations/{own.pk}/reviews/", {"verdict": "accept"})
    assert (refused.status_code, refused.json()["code"]) == (403, "own_work")
    decided = client.post(f"/api/tasks/{task.pk}/adjudication/", {"answers": {"mood": "neg"}})
    assert (decided.status_code, decided.json()["code"]) == (403, "own_work")
    assert Review.objects.count() == 0


def test_a_decision_is_the_consensus_with_those_who_said_the_same(project, people, client):
    task = answered(project, people, "pos neg pos")
    refresh(project)
    made = client.post(
        f"/api/tasks/{task.pk}/adjudication/", {"answers": {"mood": "neg"}, "comment": "irony"}
    )
    assert made.status_code == 201
    assert [who["id"] for who in made.json()["supporters"]] == [str(people[1].pk)]
    row = Consensus.objects.get(task=task, label="mood")
    assert (row.value, row.method, row.confidence) == ("neg", "adjudicated", 1.0)
    assert row.reasons["supporters"] == [people[1].pk]
    task.refresh_from_db()
    assert task.state == "accepted"
    states = dict(Annotation.objects.values_list("annotator", "state"))
    assert states[people[1].pk] == "accepted"
    # The others keep what they said: it is what they are judged by.
    assert states[people[0].pk] == "fixed"
    assert Annotation.objects.get(annotator=people[0]).answers == {"mood": "pos"}
    refresh(project)
    assert Consensus.objects.get(task=task, label="mood").method == "adjudicated"
    assert queue(client, project)["results"] == []
    target = learning_target(project)
    assert [one.answer for one in labelled_tasks(project, target)] == ["neg"]


def test_a_decision_can_be_taken_back(project, people, client):
    task = answered(project, people, "pos neg pos")
    url = f"/api/tasks/{task.pk}/adjudication/"
    client.post(url, {"answers": {"mood": "neg"}})
    assert client.post(url, {"answers": {"mood": "pos"}}).json()["code"] == "decided_already"
    assert client.delete(url).status_code == 204
    assert client.get(url).status_code == 404
    assert set(Annotation.objects.values_list("state", flat=True)) == {"submitted"}
    assert (Review.objects.count(), Adjudication.objects.count()) == (0, 0)
    task.refresh_from_db()
    assert task.state == "done"


def test_a_decision_must_fit_the_ontology_and_needs_answers(project, people, client):
    task = answered(project, people, "pos neg pos")
    url = f"/api/tasks/{task.pk}/adjudication/"
    assert client.post(url, {"answers": {"mood": "angry"}}).status_code == 400
    assert client.post(url, {"answers": {}}).json()["code"] == "empty_answer"
    empty = make_task(project)
    refused = client.post(f"/api/tasks/{empty.pk}/adjudication/", {"answers": {"mood": "pos"}})
    assert refused.json()["code"] == "nothing_to_decide"
    assert Adjudication.objects.count() == 0


def test_annotators_neither_see_the_queue_nor_decide(project, people, api):
    task = answered(project, people, "pos neg pos")
    annotator = api.as_(people[0])
    assert annotator.get(f"/api/projects/{project.pk}/reviews/queue/").status_code == 403
    assert annotator.get(f"/api/projects/{project.pk}/reviews/progress/").status_code == 403
    decide = annotator.post(f"/api/tasks/{task.pk}/adjudication/", {"answers": {"mood": "pos"}})
    assert decide.status_code == 403


def test_progress_counts_what_is_left_and_done(project, people, client):
    tasks = [answered(project, people, "pos neg pos") for _ in range(3)]
    client.post(f"/api/tasks/{tasks[0].pk}/adjudication/", {"answers": {"mood": "neg"}})
    found = client.get(f"/api/projects/{project.pk}/reviews/progress/").json()
    assert (found["left"], found["done"], found["done_by_me"]) == (2, 1, 1)
    assert found["seconds_left"] is None
