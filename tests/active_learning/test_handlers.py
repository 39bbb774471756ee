"""What happens by itself: vectors after an import, rounds after labels."""

from datetime import timedelta

import pytest
from django.utils import timezone

from active_learning import handlers
from active_learning.models import Embedding, ModelVersion, QueryRound, RoundState
from active_learning.models.query_round import ROUND_JOB
from active_learning.services.retrain import LabelWatch, retrain_when_due
from labeling.events import AnnotationChanged, TasksCreated
from labeling.kernel.jobs import set_backend
from labeling.models import Job, JobState, Project
from labeling.services.jobs import DatabaseBackend
from tests.active_learning.services.test_query_round import label, topics
from tests.factories.facts import make_access, make_annotation, make_task

pytestmark = pytest.mark.django_db


def waiting(project: Project) -> list[str]:
    rows = Job.objects.filter(project=project, name=ROUND_JOB, state=JobState.QUEUED)
    return [job.kwargs["trigger"] for job in rows]


@pytest.fixture
def queued() -> object:
    """Jobs wait, as behind a real worker."""
    previous = set_backend(DatabaseBackend())
    yield
    if previous is not None:
        set_backend(previous)


def test_new_tasks_get_vectors_and_a_first_order() -> None:
    project = topics()
    handlers.embed_new_tasks(TasksCreated(project.pk, 60))
    assert Embedding.objects.filter(project=project).count() == 60
    assert QueryRound.objects.get(project=project).trigger == "import"
    assert project.tasks.filter(priority__gt=0.9).count() == 50


def test_later_tasks_are_ranked_by_the_model_there_is() -> None:
    project = topics()
    handlers.embed_new_tasks(TasksCreated(project.pk, 60))
    label(project, 12)
    retrain_when_due(project=project, now=timezone.now())
    late = make_task(project, "I see a tiger and a lion")
    handlers.embed_new_tasks(TasksCreated(project.pk, 1))
    assert late.predictions.get().answers == {"topic": "animal"}
    assert ModelVersion.objects.filter(project=project).count() == 1


@pytest.mark.usefixtures("queued")
def test_a_round_waits_for_enough_labels() -> None:
    project = topics(retrain_after=5)
    label(project, 4)
    assert retrain_when_due(project=project, now=timezone.now()) is None
    label(project, 1)
    assert retrain_when_due(project=project, now=timezone.now()) is not None
    assert waiting(project) == ["labels"]


@pytest.mark.usefixtures("queued")
def test_asking_again_starts_nothing_twice() -> None:
    project = topics(retrain_after=5)
    label(project, 7)
    first = retrain_when_due(project=project, now=timezone.now())
    assert retrain_when_due(project=project, now=timezone.now()) == first
    assert waiting(project) == ["labels"]


@pytest.mark.usefixtures("queued")
def test_one_label_is_enough_once_the_time_has_passed() -> None:
    project = topics(retrain_after=50, retrain_seconds=60)
    last = QueryRound.objects.create(project=project, trigger="person", state="done")
    label(project, 1)
    early, late = last.started_at + timedelta(seconds=59), last.started_at + timedelta(seconds=61)
    assert retrain_when_due(project=project, now=early) is None
    assert retrain_when_due(project=project, now=late) is not None
    assert waiting(project) == ["time"]


@pytest.mark.usefixtures("queued")
def test_hold_out_labels_bring_no_round_nearer() -> None:
    project = topics(retrain_after=1)
    task = make_task(project, "kept aside", is_holdout=True)
    make_annotation(task, make_access(project).user, answers={"topic": "food"})
    assert retrain_when_due(project=project, now=timezone.now()) is None


@pytest.mark.usefixtures("queued")
def test_the_watch_notices_labels_once_and_starts_the_round() -> None:
    project, watch = topics(retrain_after=5), LabelWatch()
    label(project, 3)
    watch.look(now=timezone.now())
    assert waiting(project) == []
    label(project, 3)
    watch.look(now=timezone.now())
    watch.look(now=timezone.now())
    assert waiting(project) == ["labels"]


@pytest.mark.usefixtures("queued")
def test_the_watch_looks_again_at_labels_that_only_time_makes_due() -> None:
    project, watch = topics(retrain_after=50, retrain_seconds=60), LabelWatch()
    begun = timezone.now()
    QueryRound.objects.create(project=project, trigger="import", state=RoundState.DONE)
    label(project, 2)
    watch.look(now=begun)
    assert waiting(project) == []
    watch.look(now=begun + timedelta(seconds=90))
    assert waiting(project) == ["time"]


@pytest.mark.usefixtures("queued")
def test_a_look_without_new_labels_asks_two_queries(django_assert_num_queries) -> None:
    project, watch = topics(retrain_after=50), LabelWatch()
    label(project, 1)
    watch.look(now=timezone.now())
    with django_assert_num_queries(2):
        watch.look(now=timezone.now())


def test_labels_that_came_during_a_round_start_the_next() -> None:
    project = topics(retrain_after=5)
    label(project, 12)
    retrain_when_due(project=project, now=timezone.now())
    assert QueryRound.objects.filter(project=project).count() == 1
    label(project, 6)
    retrain_when_due(project=project, now=timezone.now())
    assert [r.labels for r in QueryRound.objects.order_by("pk")] == [12, 18]


@pytest.mark.usefixtures("queued")
def test_a_long_embedding_lets_others_go_first_and_goes_on_later(monkeypatch) -> None:
    from active_learning.services import embed_tasks as module
    from active_learning.services.first_order import embed_and_order
    from active_learning.services.retrain import EMBED_JOB
    from labeling.services.job_runs import StoredJobRun

    monkeypatch.setattr(module, "BATCH", 20)
    project = topics()
    job = Job.objects.create(name=EMBED_JOB, kind="embed", queue="learning", state="running")
    Job.objects.create(name=ROUND_JOB, kind="train", queue="learning")
    times = iter(range(0, 100_000, 30))
    run = StoredJobRun(job, clock=lambda: next(times))
    assert embed_and_order(project=project, run=run) == 20
    again = Job.objects.filter(project=project, name=EMBED_JOB, state=JobState.QUEUED)
    assert again.count() == 1
    assert not QueryRound.objects.filter(project=project).exists()


def test_new_tasks_unlike_the_known_ones_bring_a_whole_round() -> None:
    project = topics()
    label(project, 12)
    handlers.embed_new_tasks(TasksCreated(project.pk, 60))
    for number in range(60):
        make_task(project, f"SELECT amount_{number} FROM invoices WHERE year = {1990 + number};")
    handlers.embed_new_tasks(TasksCreated(project.pk, 60))
    last = QueryRound.objects.latest("pk")
    assert last.trigger == "drift"
    assert last.version is not None
    assert last.version.number == 2


@pytest.mark.usefixtures("queued")
def test_a_changed_answer_that_was_taught_counts_as_a_new_label() -> None:
    project, watch = topics(retrain_after=2), LabelWatch()
    label(project, 12)
    newest = project.annotations.latest("pk").pk
    QueryRound.objects.create(
        project=project, trigger="labels", state=RoundState.DONE, last_annotation=newest
    )
    watch.look(now=timezone.now())
    assert waiting(project) == []
    for annotation in project.annotations.order_by("pk")[:2]:
        event = AnnotationChanged(project.pk, annotation.task_id, annotation.pk)
        handlers.learn_changed_answer(event)
    watch.look(now=timezone.now())
    assert waiting(project) == ["labels"]
