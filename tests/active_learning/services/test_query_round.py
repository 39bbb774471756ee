"""The whole loop on a small project: cold start, first model, next rounds, bad weather."""

from collections.abc import Callable
from typing import Any

import pytest

from active_learning.errors import RoundRunning
from active_learning.learners.spreading import SpreadingLearner
from active_learning.models import Embedding, Lineage, ModelVersion, QueryRound, RoundState
from active_learning.selectors.target import learning_target
from active_learning.services.query_round import Order, run_query_round
from labeling.kernel.jobs import JobCancelled
from labeling.models import Prediction, Project, Task
from tests.factories.facts import make_access, make_annotation, make_project, make_task

pytestmark = pytest.mark.django_db

ANIMALS = ["cat", "dog", "horse", "cow", "rabbit", "goat", "sheep", "lion", "wolf", "bear"]
FOODS = ["bread", "soup", "cheese", "apple", "rice", "cake", "salad", "pizza", "pasta", "egg"]
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "topic",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "animal"}, {"id": "food"}, {"id": "other"}],
        }
    ],
}


def topics(**settings: object) -> Project:
    """A project of 60 texts, half about animals, half about food, without a hold-out."""
    project = make_project(ontology=ONTOLOGY, settings={"holdout_share": 0.0} | settings)
    for verb in ("I see a", "Here is the", "They like this"):
        for word in (*ANIMALS, *FOODS):
            make_task(project, f"{verb} {word}")
    return project


def truth(task: Task) -> str:
    return "animal" if task.data["text"].split()[-1] in ANIMALS else "food"


def label(project: Project, count: int, answer: Callable[[Task], str] = truth) -> None:
    """Label the first tasks of the queue, as a person would get them."""
    access = make_access(project)
    queue = project.tasks.filter(annotation_count=0).order_by("-priority", "pk")
    for task in list(queue[:count]):
        task.project = project
        make_annotation(task, access.user, answers={"topic": answer(task)})


def run(project: Project, **order: object) -> QueryRound:
    done = run_query_round(project=project, order=Order("person", **order))
    assert done is not None
    project.refresh_from_db()
    return done


def test_before_any_label_tasks_are_ordered_by_diversity() -> None:
    project = topics()
    done = run(project)
    assert done.state == RoundState.DONE
    assert done.version is None
    assert done.strategy == "typiclust"
    assert Embedding.objects.filter(project=project).count() == 60
    first = project.tasks.order_by("-priority").first()
    assert first is not None
    assert first.why["reason"]["code"] == "typical"
    assert 0.9 < first.priority <= 1.0


def test_a_dozen_labels_make_a_model_that_knows_the_rest() -> None:
    project = topics()
    run(project)
    label(project, 12)
    done = run(project)
    assert done.version is not None
    assert done.version.labels == 12
    assert done.version.trigger == "first"
    assert project.model_version == done.version.name
    guesses = Prediction.objects.filter(task__project=project, model_version=done.version.name)
    assert guesses.count() == 48
    right = [guess.answers["topic"] == truth(guess.task) for guess in guesses]
    assert sum(right) / len(right) > 0.8


def test_predictions_carry_probabilities_and_lists_carry_the_guess() -> None:
    project = topics()
    label(project, 12)
    run(project)
    task = project.tasks.filter(annotation_count=0).first()
    assert task is not None
    guess = task.predictions.get()
    assert sum(guess.probabilities["topic"].values()) == pytest.approx(1.0, abs=1e-4)
    assert guess.score == pytest.approx(max(guess.probabilities["topic"].values()))
    assert guess.is_ambiguous == (0.4 <= guess.score <= 0.6)
    assert (task.score, task.uncertainty) == (guess.score, guess.uncertainty)
    assert task.predicted == guess.answers
    assert task.prediction_count == 1


def test_ambiguous_tasks_come_before_clear_ones() -> None:
    project = topics()
    label(project, 24)
    done = run(project)
    picked = {pick["task"] for pick in done.query}
    rest = project.tasks.filter(annotation_count=0).exclude(pk__in=picked)
    order = list(rest.order_by("-priority").values_list("score", "uncertainty"))
    inside = [0.4 <= score <= 0.6 for score, _ in order]
    assert inside == sorted(inside, reverse=True)
    outside = [u for (_, u), is_in in zip(order, inside, strict=True) if not is_in]
    assert outside == sorted(outside, reverse=True)
    assert done.strategy == "margin"


def test_a_new_class_on_tuesday_works_on_tuesday() -> None:
    project = topics()
    label(project, 12)
    run(project)
    other = [make_task(project, f"Quarterly tax report number {n}") for n in range(4)]
    access = make_access(project)
    for task in other[:3]:
        make_annotation(task, access.user, answers={"topic": "other"})
    done = run(project)
    assert done.version is not None
    assert done.version.classes == ["animal", "food", "other"]
    assert other[3].predictions.get(model_version=done.version.name).answers == {"topic": "other"}


def test_one_class_only_makes_no_model_and_no_error() -> None:
    """Case O42."""
    project = topics()
    label(project, 12, answer=lambda task: "animal")
    done = run(project)
    assert done.version is None
    assert done.strategy == "typiclust"
    assert len(done.query) == 48


def test_an_exhausted_pool_is_no_error() -> None:
    """Case O43: everything is labelled."""
    project = topics()
    label(project, 60)
    done = run(project)
    assert done.query == []
    assert done.note["code"] == "pool_exhausted"


def test_a_person_s_priority_is_left_alone() -> None:
    project = topics()
    urgent = project.tasks.order_by("pk").last()
    assert urgent is not None
    project.tasks.filter(pk=urgent.pk).update(priority=7.0)
    label(project, 0)
    run(project)
    urgent.refresh_from_db()
    assert urgent.priority == 7.0


def test_a_second_round_replaces_the_picks_and_keeps_two_versions_answers() -> None:
    project = topics()
    label(project, 12)
    names = []
    for _ in range(4):
        label(project, 4)
        done = run(project)
        assert done.version is not None
        names.append(done.version.name)
    kept = set(
        Prediction.objects.filter(task__project=project).values_list("model_version", flat=True)
    )
    assert kept == set(names[-2:])
    picked = project.tasks.filter(why__isnull=False, annotation_count=0)
    assert set(picked.values_list("pk", flat=True)) == {p["task"] for p in done.query}
    task = project.tasks.filter(annotation_count=0).first()
    assert task is not None
    assert task.prediction_count == task.predictions.count()


@pytest.mark.parametrize("trust", [0.0, 0.25])
def test_a_version_tells_what_it_came_from_and_whether_labels_were_spread(
    monkeypatch: pytest.MonkeyPatch, trust: float
) -> None:
    project = topics()
    label(project, 12)
    first = run(project).version
    label(project, 4)
    fitted = SpreadingLearner.fit

    def fit(self: SpreadingLearner, *given: Any, **named: Any) -> None:
        fitted(self, *given, **named)
        self.trust = trust

    monkeypatch.setattr(SpreadingLearner, "fit", fit)
    second = run(project).version
    lineage = Lineage.objects.get(version=second)
    assert (second.trigger, lineage.parent) == ("person", first)
    assert lineage.parameters == {"spreading": trust}


def test_the_hold_out_is_never_trained_on_nor_pre_labelled_and_measures() -> None:
    project = topics(holdout_share=0.3)
    run(project)
    held = set(project.tasks.filter(is_holdout=True).values_list("pk", flat=True))
    assert 8 <= len(held) <= 30
    label(project, 40)
    done = run(project)
    assert done.version is not None
    answered = project.tasks.filter(is_holdout=True, annotation_count=1).count()
    assert answered > 0
    assert done.version.labels == 40 - answered
    assert done.version.holdout == answered
    assert done.version.accuracy is not None
    assert done.version.low < done.version.accuracy <= done.version.high
    assert not Prediction.objects.filter(task__in=held).exists()


def test_ranking_alone_keeps_the_version() -> None:
    project = topics()
    label(project, 12)
    first = run(project)
    make_task(project, "A new text about a tiger")
    again = run(project, rank_only=True)
    assert again.version == first.version
    assert ModelVersion.objects.filter(project=project).count() == 1
    assert Prediction.objects.filter(task__data__text="A new text about a tiger").exists()


def test_a_cancelled_round_leaves_the_version_in_use() -> None:
    project = topics()
    label(project, 12)
    first = run(project)

    def stop() -> None:
        raise JobCancelled

    label(project, 4)
    with pytest.raises(JobCancelled):
        run_query_round(project=project, order=Order("person", check=stop))
    assert ModelVersion.objects.get(project=project, is_active=True) == first.version
    assert QueryRound.objects.filter(state=RoundState.CANCELLED).count() == 1
    assert run(project).state == RoundState.DONE


def test_two_rounds_never_run_at_once_but_a_dead_one_blocks_nothing() -> None:
    from labeling.models import Job, JobState

    project = topics()
    job = Job.objects.create(name="x", kind="train", project=project, state=JobState.RUNNING)
    QueryRound.objects.create(project=project, job=job, trigger="labels")
    with pytest.raises(RoundRunning):
        run_query_round(project=project, order=Order("person"))
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED)
    assert run(project).state == RoundState.DONE


def test_lost_weights_are_trained_anew() -> None:
    from django.core.files.storage import default_storage

    project = topics()
    label(project, 12)
    first = run(project)
    assert first.version is not None
    default_storage.delete(first.version.path)
    again = run(project, rank_only=True)
    assert again.version is not None
    assert again.version.number == 2


def test_a_project_without_a_learnable_label_is_left_alone() -> None:
    ontology = {
        "fields": {"text": {"type": "text"}},
        "labels": [{"id": "note", "on": "text", "kind": "textarea"}],
    }
    project = make_project(ontology=ontology)
    assert learning_target(project) is None
    assert run_query_round(project=project, order=Order("person")) is None


def test_predictions_that_a_client_brought_stay_shown() -> None:
    project = topics()
    Project.objects.filter(pk=project.pk).update(model_version="theirs")
    project.refresh_from_db()
    label(project, 12)
    done = run(project)
    assert project.model_version == "theirs"
    assert done.version is not None
    assert done.version.is_active
    task = project.tasks.filter(annotation_count=0).first()
    assert task is not None
    assert task.score is None
