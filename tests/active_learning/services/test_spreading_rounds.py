"""Rounds whose few labels spread over the unlabelled tasks, on vectors that are clusters."""

import numpy as np
import pytest

from active_learning.learners.spreading import SpreadingLearner
from active_learning.models import Embedding, QueryRound
from active_learning.services.query_round import Order, run_query_round
from labeling.models import Prediction, Project
from tests.factories.facts import make_access, make_annotation, make_project, make_task

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TASKS, LABELS = 160, 28
CLASSES = ("a", "b", "c")
"""Names that say nothing: what a round then knows is in the vectors and the labels."""
ONTOLOGY = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "side",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": name} for name in CLASSES],
        }
    ],
}


def truth(number: int) -> str:
    return CLASSES[number % len(CLASSES)]


def clustered() -> Project:
    """A project of tasks whose stored vectors are three wide clusters, a few of them labelled."""
    project = make_project(ontology=ONTOLOGY, settings={"holdout_share": 0.0})
    tasks = [make_task(project, f"Task number {number}") for number in range(TASKS)]
    run(project)
    rng = np.random.default_rng(2)
    size = Embedding.objects.filter(project=project).values_list("vector", flat=True)[0]
    dimensions = len(bytes(size)) // 2
    middles = np.zeros((3, dimensions))
    middles[:, :8] = rng.normal(size=(3, 8))
    noise = np.zeros((TASKS, dimensions))
    noise[:, :8] = 0.8 * rng.normal(size=(TASKS, 8))
    rows = middles[np.arange(TASKS) % 3] + noise
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    for task, row in zip(tasks, rows.astype(np.float16), strict=True):
        Embedding.objects.filter(task=task).update(vector=row.tobytes())
    access = make_access(project)
    for number, task in enumerate(tasks[:LABELS]):
        task.project = project
        make_annotation(task, access.user, answers={"side": truth(number)})
    return project


def run(project: Project) -> QueryRound:
    done = run_query_round(project=project, order=Order("person"))
    assert done is not None
    project.refresh_from_db()
    return done


def accuracy(project: Project, done: QueryRound) -> float:
    assert done.version is not None
    guesses = Prediction.objects.filter(
        task__project=project, model_version=done.version.name
    ).select_related("task")
    right = [
        guess.answers["side"] == truth(int(guess.task.data["text"].split()[-1]))
        for guess in guesses
    ]
    assert len(right) == TASKS - LABELS
    return sum(right) / len(right)


def trusts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Keep what each fit trusted."""
    kept: list[float] = []
    fit = SpreadingLearner.fit

    def spying(self: SpreadingLearner, *args, **more):
        done = fit(self, *args, **more)
        kept.append(self.trust)
        return done

    monkeypatch.setattr(SpreadingLearner, "fit", spying)
    return kept


def test_a_round_with_few_labels_of_clusters_is_better_for_spreading_them(monkeypatch) -> None:
    kept = trusts(monkeypatch)
    project = clustered()
    spread = accuracy(project, run(project))
    assert kept[-1] > 0
    monkeypatch.setattr(SpreadingLearner, "can_spread", staticmethod(lambda labels: False))
    project = clustered()
    plain = accuracy(project, run(project))
    assert kept[-1] == 0
    assert spread >= plain


def test_a_pool_of_broken_vectors_makes_a_plain_version(monkeypatch) -> None:
    kept = trusts(monkeypatch)
    project = clustered()
    broken = Embedding.objects.filter(project=project, task__annotation_count=0)
    size = len(bytes(broken.values_list("vector", flat=True)[0])) // 2
    broken.update(vector=np.full(size, np.nan, dtype=np.float16).tobytes())
    assert run(project).version is not None
    assert kept == [0]
