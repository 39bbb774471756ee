"""What changes under a round: questions, tasks and labels, other rounds."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from active_learning.errors import RoundRunning, RoundSuperseded
from active_learning.models import Embedding, QueryRound, RoundState
from active_learning.models.query_round import ROUND_JOB
from active_learning.selectors.target import learning_target
from active_learning.services import embed_tasks, running_round
from active_learning.services.query_round import Order, run_query_round
from active_learning.services.retrain import EMBED_JOB, enqueue_round, round_due
from active_learning.services.running_round import open_round
from labeling.models import Job, JobState, Prediction, Project, Task
from labeling.services.ontologies import store_ontology
from labeling.services.revise_annotation import delete_annotation
from tests.active_learning.services.test_query_round import ONTOLOGY, label, run, topics
from tests.factories.facts import make_access, make_annotation, make_task
from tests.factories.rounds import access_of, active, at, taught

pytestmark = pytest.mark.django_db


def ask(project: Project, document: dict[str, Any]) -> None:
    """Change the ontology as another process does."""
    theirs = Project.objects.get(pk=project.pk)
    store_ontology(project=theirs, document=document, actor_id=None)
    theirs.save()


def without(name: str) -> dict[str, Any]:
    label_ = ONTOLOGY["labels"][0]
    classes = [item for item in label_["classes"] if item["id"] != name]
    return ONTOLOGY | {"labels": [label_ | {"classes": classes}]}


@pytest.mark.parametrize("step", ["training", "scoring", "writing"])
def test_a_class_that_vanishes_ends_the_round_before_its_version_is_used(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_round, "LOOK_S", 0.0)
    project, first = taught()

    def change() -> None:
        ask(project, without("other"))

    with pytest.raises(RoundSuperseded):
        run_query_round(project=project, order=Order("labels", tell=at(step, change)))
    row = QueryRound.objects.latest("pk")
    assert (row.state, row.cause) == (RoundState.CANCELLED, "ontology_changed")
    assert active(project) == first


def test_a_change_beside_the_question_lets_the_round_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_round, "LOOK_S", 0.0)
    project, _ = taught()
    note = {"id": "note", "on": "text", "kind": "textarea"}
    document = ONTOLOGY | {"labels": [*ONTOLOGY["labels"], note]}

    def change() -> None:
        ask(project, document)

    done = run(project, tell=at("scoring", change))
    assert done.state == RoundState.DONE


def test_the_job_of_a_superseded_round_starts_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_round, "LOOK_S", 0.0)
    project, _ = taught()
    changes = iter([without("other")])
    real = running_round.learning_target

    def changing(asked: Project) -> Any:
        for document in changes:
            ask(project, document)
        return real(Project.objects.get(pk=asked.pk))

    monkeypatch.setattr(running_round, "learning_target", changing)
    job = Job.objects.get(pk=enqueue_round(project=project, trigger="labels"))
    assert job.state == JobState.DONE
    assert "changed meanwhile" in job.report["skipped"]
    assert active(project).number == 2
    assert QueryRound.objects.latest("pk").trigger == "ontology"


def test_tasks_deleted_under_the_round_are_passed_over() -> None:
    project, _ = taught()
    gone = project.tasks.filter(annotation_count=0).last()
    assert gone is not None

    def delete() -> None:
        Task.objects.filter(pk=gone.pk).delete()

    done = run(project, tell=at("scoring", delete))
    assert done.state == RoundState.DONE
    assert not Prediction.objects.filter(task=gone.pk).exists()


def test_a_project_deleted_under_the_round_ends_it_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_round, "LOOK_S", 0.0)
    project, _ = taught()
    number = project.pk

    def delete() -> None:
        Project.objects.filter(pk=number).delete()

    with pytest.raises(RoundSuperseded):
        run_query_round(project=project, order=Order("labels", tell=at("scoring", delete)))
    assert not QueryRound.objects.filter(project=number).exists()


@pytest.mark.usefixtures("queued")
def test_labels_withdrawn_meanwhile_make_the_next_round_due(
    django_capture_on_commit_callbacks: Any,
) -> None:
    project = topics(retrain_after=3)
    label(project, 12)
    taken = list(project.annotations.order_by("pk")[:3])

    def withdraw() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            for annotation in taken:
                delete_annotation(access=access_of(project, annotation), annotation=annotation)

    done = run_query_round(project=project, order=Order("labels", tell=at("scoring", withdraw)))
    assert done is not None
    assert done.state == RoundState.DONE
    row = QueryRound.objects.get(pk=done.pk)
    assert row.changed == 3
    assert round_due(project=project, now=timezone.now()).trigger == "labels"


def test_all_labels_withdrawn_keep_the_last_version() -> None:
    project, first = taught()
    project.annotations.all().delete()
    project.tasks.update(annotation_count=0, open_places=1, state="open")
    assert run(project).version is None
    assert active(project) == first


def test_a_class_with_one_example_is_learned() -> None:
    project = topics()
    label(project, 12)
    odd = make_task(project, "Quarterly tax report")
    make_annotation(odd, make_access(project).user, answers={"topic": "other"})
    done = run(project)
    assert done.version is not None
    assert done.version.classes == ["animal", "food", "other"]


def test_duplicates_fill_no_query_twice() -> None:
    project = topics()
    for _ in range(30):
        make_task(project, "I see a cat")
    label(project, 24)
    done = run(project)
    asked = [pick["task"] for pick in done.query]
    assert len(asked) == len(set(asked))


@pytest.mark.usefixtures("queued")
def test_a_huge_project_is_read_by_the_embed_job_not_by_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embed_tasks, "ROUND_EMBEDS", 5)
    project = topics()
    label(project, 12)
    done = run(project)
    assert Embedding.objects.filter(project=project).count() == 17
    assert done.pool == 5
    assert Job.objects.filter(project=project, name=EMBED_JOB, state=JobState.QUEUED).exists()


def test_a_failure_is_tried_again_ever_more_seldom() -> None:
    project = topics(retrain_after=5, retrain_seconds=60)
    label(project, 8)
    begun = timezone.now()
    assert round_due(project=project, now=begun).trigger == "labels"
    for wait in (60, 120, 240):
        QueryRound.objects.create(
            project=project, trigger="labels", state=RoundState.FAILED, error="x",
            last_annotation=10**6,
        )  # fmt: skip
        assert round_due(project=project, now=begun + timedelta(seconds=wait - 5)).trigger == ""
        late = begun + timedelta(seconds=wait + 5)
        assert round_due(project=project, now=late).trigger == "again"


@pytest.mark.django_db(transaction=True)
def test_of_rounds_begun_at_once_exactly_one_runs() -> None:
    """On both databases, by threads with connections of their own."""
    project = topics()
    target = learning_target(project)
    assert target is not None
    begun, refused, errors = [], [], []
    everybody_asked = threading.Barrier(6, timeout=30)
    jobs = [
        Job.objects.create(name=ROUND_JOB, kind="train", project=project, state=JobState.RUNNING)
        for _ in range(6)
    ]

    def work(job: Job) -> None:
        try:
            with open_round(project, target, Order("labels", job_id=job.pk)) as this:
                begun.append(this.row.pk)
                everybody_asked.wait()
        except RoundRunning:
            refused.append(True)
            everybody_asked.wait()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    assert (len(begun), len(refused)) == (1, 5)
    assert QueryRound.objects.get().state == RoundState.DONE


@pytest.mark.usefixtures("queued")
def test_waiting_rounds_are_one() -> None:
    project = topics()
    first = enqueue_round(project=project, trigger="labels")
    assert enqueue_round(project=project, trigger="drift") == first
    assert Job.objects.filter(name=ROUND_JOB).count() == 1
