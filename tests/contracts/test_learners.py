"""What every learner must do, whatever it learns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from active_learning.learners.base import NotEnoughLabels
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from active_learning.learners.heads.words import WordText
from active_learning.learners.marked import Marked
from active_learning.learners.minimising import FitCancelled
from active_learning.learners.multichoice import MultiChoiceLearner
from active_learning.learners.span import SpanLearner


@dataclass
class Subject:
    """A learner and a small problem for it; `take` picks samples out of the inputs."""

    make: Callable[[], Any]
    inputs: Any
    labels: Sequence[Any]
    classes: list[str]
    take: Callable[[Any, list[int]], Any]


def vectors(count: int = 90) -> tuple[Features, np.ndarray]:
    rng = np.random.default_rng(0)
    kind = np.arange(count) % 3
    dense = rng.normal(0, 0.3, size=(count, 6))
    dense[np.arange(count), kind] += 1.5
    return Features(dense.astype(np.float32)), kind


def choice() -> Subject:
    inputs, kind = vectors()
    return Subject(
        ChoiceLearner, inputs, ["abc"[k] for k in kind], ["a", "b", "c"], _rows_of_features
    )


def multichoice() -> Subject:
    inputs, kind = vectors()
    sets = [{"a"}, {"a", "b"}, {"c"}]
    return Subject(
        MultiChoiceLearner,
        inputs,
        [sets[k] for k in kind],
        ["a", "b", "c"],
        _rows_of_features,
    )


def span() -> Subject:
    rng = np.random.default_rng(0)
    texts, labels = [], []
    for index in range(40):
        dense = rng.normal(0, 0.2, size=(6, 4)).astype(np.float32)
        name = "ab"[index % 2]
        dense[2, index % 2] += 2.0
        dense[3, index % 2] += 2.0
        dense[2, 2] += 2.0
        starts = np.arange(6, dtype=np.int64) * 5
        features = Features(dense, csr_matrix((6, 8), dtype=np.float32))
        texts.append(WordText(starts, starts + 4, features))
        labels.append([Marked("span", name, {"start": 10, "end": 19})])
    return Subject(SpanLearner, texts, labels, ["a", "b"], lambda x, i: [x[k] for k in i])


def _rows_of_features(features: Features, index: list[int]) -> Features:
    return features.rows(np.array(index, dtype=np.intp))


@pytest.fixture(params=[choice, multichoice, span], ids=lambda make: make.__name__)
def subject(request: pytest.FixtureRequest) -> Subject:
    return request.param()


def fit(subject: Subject, learner: Any, seed: int = 0, **more: Any) -> Any:
    return learner.fit(
        subject.inputs,
        subject.labels,
        classes=subject.classes,
        rng=np.random.default_rng(seed),
        **more,
    )


def test_learns_what_it_was_shown(subject: Subject) -> None:
    learner = subject.make()
    report = fit(subject, learner)
    assert report.samples == len(subject.labels)
    assert learner.classes == tuple(subject.classes)
    assert _correct(subject, learner) > 0.95


def test_probabilities_are_finite_and_within_zero_and_one(subject: Subject) -> None:
    learner = subject.make()
    fit(subject, learner)
    rows = learner.predict_proba(subject.inputs)
    assert np.isfinite(rows).all()
    assert rows.min() >= 0.0
    assert rows.max() <= 1.0
    if subject.make is not MultiChoiceLearner:
        assert rows.sum(axis=1) == pytest.approx(1.0)


def test_the_same_seed_gives_the_same_numbers(subject: Subject) -> None:
    one, two = subject.make(), subject.make()
    fit(subject, one)
    fit(subject, two)
    assert (one.predict_proba(subject.inputs) == two.predict_proba(subject.inputs)).all()


def test_saves_and_loads_without_loss(subject: Subject, tmp_path: Path) -> None:
    learner = subject.make()
    fit(subject, learner)
    learner.save(tmp_path / "head.safetensors", {"number": 1})
    again = type(learner).load(tmp_path / "head.safetensors")
    assert again.classes == learner.classes
    assert (again.predict_proba(subject.inputs) == learner.predict_proba(subject.inputs)).all()


def test_a_new_class_joins_what_was_learned(subject: Subject) -> None:
    learner = subject.make()
    last = subject.classes[-1]
    early = [i for i, label in enumerate(subject.labels) if last not in _names(label)]
    learner.fit(
        subject.take(subject.inputs, early),
        [subject.labels[i] for i in early],
        classes=subject.classes,
        rng=np.random.default_rng(0),
    )
    assert last not in learner.classes
    fit(subject, learner)
    assert learner.classes == tuple(subject.classes)
    assert _correct(subject, learner) > 0.95


def test_a_cancelled_fit_leaves_the_learner_as_it_was(subject: Subject) -> None:
    learner = subject.make()
    fit(subject, learner)
    before = learner.predict_proba(subject.inputs)
    with pytest.raises(FitCancelled):
        fit(subject, learner, should_stop=lambda: True)
    assert (learner.predict_proba(subject.inputs) == before).all()


def test_labels_that_are_all_alike_are_too_few(subject: Subject) -> None:
    learner = subject.make()
    same: Any = {"choice": "a", "multichoice": {"a"}, "span": []}[learner.kind]
    with pytest.raises(NotEnoughLabels):
        learner.fit(
            subject.inputs,
            [same] * len(subject.labels),
            classes=subject.classes,
            rng=np.random.default_rng(0),
        )


def test_a_label_that_is_no_class_is_refused(subject: Subject) -> None:
    with pytest.raises(ValueError, match="no class"):
        subject.make().fit(
            subject.inputs,
            subject.labels,
            classes=subject.classes[:1],
            rng=np.random.default_rng(0),
        )


def test_a_weight_of_zero_removes_a_sample(subject: Subject) -> None:
    count = len(subject.labels)
    weights = np.ones(count)
    weights[count // 2 :] = 0.0
    first = list(range(count // 2))
    learner, fewer = subject.make(), subject.make()
    fit(subject, learner, weights=weights)
    fewer.fit(
        subject.take(subject.inputs, first),
        [subject.labels[i] for i in first],
        classes=subject.classes,
        rng=np.random.default_rng(0),
    )
    assert learner.head.weights == pytest.approx(fewer.head.weights, abs=0.02)


def test_one_sample_of_a_class_is_enough(subject: Subject) -> None:
    last = subject.classes[-1]
    rare = [i for i, label in enumerate(subject.labels) if last in _names(label)]
    kept = [i for i in range(len(subject.labels)) if i not in rare[1:]]
    learner = subject.make()
    learner.fit(
        subject.take(subject.inputs, kept),
        [subject.labels[i] for i in kept],
        classes=subject.classes,
        rng=np.random.default_rng(0),
    )
    assert last in learner.classes


def test_predicting_before_fitting_says_so(subject: Subject) -> None:
    with pytest.raises(NotEnoughLabels, match="fitted"):
        subject.make().predict_proba(subject.inputs)


def _names(label: Any) -> set[str]:
    if isinstance(label, list):
        return {mark.label_class for mark in label}
    return set(label)


def _correct(subject: Subject, learner: Any) -> float:
    if isinstance(learner, SpanLearner):
        found = [
            [
                Marked("span", s.label_class, {"start": s.start, "end": s.end})
                for s in learner.find(text)
            ]
            for text in subject.inputs
        ]
        return float(
            np.mean([f == list(label) for f, label in zip(found, subject.labels, strict=True)])
        )
    rows = learner.predict_proba(subject.inputs)
    if isinstance(learner, MultiChoiceLearner):
        given = [{c for c, p in zip(learner.classes, row, strict=True) if p > 0.5} for row in rows]
    else:
        given = [learner.classes[k] for k in rows.argmax(axis=1)]
    return float(np.mean([g == label for g, label in zip(given, subject.labels, strict=True)]))
