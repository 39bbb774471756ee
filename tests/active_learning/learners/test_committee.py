"""Heads that are fitted on chance weights of the same labels."""

import numpy as np

from active_learning.learners.choice import blank_head, one_hot
from active_learning.learners.committee import committee, said_by
from active_learning.learners.fitting import Samples
from active_learning.learners.heads import Features
from active_learning.replay import ChoiceStudent, Course, Schedule, simulate
from active_learning.strategies import STRATEGIES


def points(count: int, rng: np.random.Generator) -> tuple[np.ndarray, list[str]]:
    """Two clouds left and right."""
    names = ["left" if i % 2 else "right" for i in range(count)]
    rows = rng.normal(0, 0.2, (count, 3)).astype(np.float32)
    rows[:, 0] += [-1.0 if name == "left" else 1.0 for name in names]
    return rows, names


def said(rows: np.ndarray, seed: int = 1) -> np.ndarray:
    taught, names = points(12, np.random.default_rng(0))
    features = Features(taught)
    samples = Samples(features, one_hot(names, ("left", "right")), np.ones(12))
    start = blank_head(features, ("left", "right"))
    heads = committee(samples, start, strength=10.0, rng=np.random.default_rng(seed))
    return said_by(heads, Features(rows.astype(np.float32)))


def test_members_agree_where_labels_decide_and_differ_where_none_are() -> None:
    near, between = np.array([[1.0, 0, 0]]), np.array([[0.0, 2.0, -2.0]])
    assert said(near)[:, :, 1].std() < said(between)[:, :, 1].std() / 2
    assert said(near)[:, 0].argmax(axis=1).tolist() == [1] * len(said(near))


def test_the_same_seed_gives_the_same_committee() -> None:
    rows = np.array([[0.0, 2.0, -2.0]])
    assert (said(rows) == said(rows)).all()
    assert (said(rows) != said(rows, seed=2)).any()


def test_a_replay_gives_batch_bald_its_committee() -> None:
    rows, names = points(120, np.random.default_rng(3))
    course = Course("made", rows[:80], np.array(names[:80]), rows[80:], np.array(names[80:]))
    student = ChoiceStudent(course, is_calibrated=False)
    found = list(simulate(student, STRATEGIES.get("batch_bald"), Schedule(6, 4, 14), seed=0))
    assert [point.labels for point in found] == [6, 10, 14]
    assert found[-1].accuracy > 0.95
