"""A model that people brought teaches: asked task by task, in a process of its own."""

import contextlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from active_learning.selectors.target import learning_target
from active_learning.selectors.teachers import list_teachers
from active_learning.services.teachers import _filled, open_teacher
from labeling.kernel.jobs import JobFailed
from tests.active_learning.api.test_plugged_calls import chosen
from tests.factories.facts import make_task

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_brought_model_is_offered_and_answers_with_shares(models: Path) -> None:
    project, _, _ = chosen(models)
    target = learning_target(project)
    (candidate,) = list_teachers(project, target)
    assert candidate.as_json()["number"] is None
    assert candidate.lacks(["pos", "stone"]) == ["stone"]
    lesson = SimpleNamespace(project=project, target=target)
    tasks = [make_task(project, text).pk for text in ("I like it", "So do I")]
    heard: list[int] = []
    with contextlib.closing(open_teacher(lesson, candidate.id, ("neg", "pos"))) as teacher:
        said = teacher.say([*tasks, 999_999], ("neg", "pos"), lambda done, _: heard.append(done))
        assert teacher.latency_ms() > 0
    assert set(said) == set(tasks)
    assert heard == [0, 1, 2]
    assert np.allclose(said[tasks[0]], [0.12, 0.88], atol=0.02)
    with pytest.raises(JobFailed, match="does not know stone"):
        open_teacher(lesson, candidate.id, ("pos", "stone"))
    with pytest.raises(JobFailed, match="another"):
        open_teacher(lesson, "model:999999", ("pos",))


def test_what_a_model_leaves_unsaid_is_spread_over_the_classes_it_did_not_name() -> None:
    rows = np.array([[0.7, 0.0, 0.0]], dtype=np.float32)
    assert np.allclose(_filled(rows, independent=False), [[0.7, 0.15, 0.15]])
    assert np.allclose(_filled(rows, independent=True), rows)
