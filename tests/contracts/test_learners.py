"""What every learner must do, whatever it learns."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from active_learning.learners.base import NotEnoughLabels
from active_learning.learners.choice import ChoiceLearner
from active_learning.learners.heads import Features
from active_learning.learners.heads.comparing import compare
from active_learning.learners.kinds import KINDS
from active_learning.learners.minimising import FitCancelled
from active_learning.learners.multichoice import MultiChoiceLearner
from active_learning.learners.pairwise import PairwiseLearner
from active_learning.learners.resolving import judge_of, learner_of, reader_of
from tests.contracts.learner_subjects import SUBJECTS, Subject


@pytest.fixture(params=SUBJECTS, ids=lambda make: make.__name__.strip("_"))
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


@cache
def fitted_once(make: Callable[[], Any]) -> tuple[Any, Any]:
    """Fit one learner of a kind for all tests that only read it; return it and its report."""
    subject = next(subject for subject in map(_made, SUBJECTS) if subject.make is make)
    learner = make()
    return learner, fit(subject, learner)


def _made(make: Callable[[], Subject]) -> Subject:
    return make()


def fitted(subject: Subject) -> Any:
    """Return a learner of one's own that knows what the shared one learned."""
    return subject.make.resumed(fitted_once(subject.make)[0].heads)  # type: ignore[attr-defined]


def test_learns_what_it_was_shown(subject: Subject) -> None:
    learner, report = fitted_once(subject.make)
    assert report.samples == len(subject.labels)
    assert learner.classes == tuple(subject.classes)
    assert _correct(subject, learner) > 0.95


def test_probabilities_are_finite_and_within_zero_and_one(subject: Subject) -> None:
    learner = fitted(subject)
    rows = learner.predict_proba(subject.inputs)
    assert np.isfinite(rows).all()
    assert rows.min() >= 0.0
    assert rows.max() <= 1.0
    if subject.make is not MultiChoiceLearner:
        assert rows.sum(axis=1) == pytest.approx(1.0)


def test_the_same_seed_gives_the_same_numbers(subject: Subject) -> None:
    one, two = fitted(subject), subject.make()
    fit(subject, two)
    assert (one.predict_proba(subject.inputs) == two.predict_proba(subject.inputs)).all()


def test_saves_and_loads_without_loss(subject: Subject, tmp_path: Path) -> None:
    learner = fitted(subject)
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
    learner = fitted(subject)
    before = learner.predict_proba(subject.inputs)
    with pytest.raises(FitCancelled):
        fit(subject, learner, should_stop=lambda: True)
    assert (learner.predict_proba(subject.inputs) == before).all()


def test_labels_that_are_all_alike_are_too_few(subject: Subject) -> None:
    learner = subject.make()
    if learner.kind == "pairwise":
        pytest.skip("each answer is shown both ways round, so one kind of answer teaches two")
    same: Any = {"choice": "a", "multichoice": {"a"}}.get(learner.kind, [])
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
    assert learner.heads.main.weights == pytest.approx(fewer.heads.main.weights, abs=0.02)


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


def test_values_that_are_no_numbers_are_refused_and_change_nothing(subject: Subject) -> None:
    learner = fitted(subject)
    before = learner.predict_proba(subject.inputs)
    for bad in (np.nan, np.inf):
        with pytest.raises(ValueError, match="NaN or infinite"):
            learner.fit(
                _spoiled(subject.inputs, bad),
                subject.labels,
                classes=subject.classes,
                rng=np.random.default_rng(0),
            )
    assert (learner.predict_proba(subject.inputs) == before).all()


def test_the_same_sample_many_times_is_no_trouble(subject: Subject) -> None:
    count = len(subject.labels)
    places = [place for place in range(count) for _ in range(2)]
    learner = subject.make()
    learner.fit(
        subject.take(subject.inputs, places),
        [subject.labels[i] for i in places],
        classes=subject.classes,
        rng=np.random.default_rng(0),
    )
    assert _correct(subject, learner) > 0.95


def test_samples_that_contradict_each_other_give_a_doubtful_answer(subject: Subject) -> None:
    """One sample under two labels: neither may be certain."""
    if subject.make not in (ChoiceLearner, PairwiseLearner):
        pytest.skip("only a question with one answer can be contradicted outright")
    twice = subject.take(subject.inputs, [1] * 40)
    labels = [subject.classes[i % 2] for i in range(40)]
    learner = subject.make()
    learner.fit(twice, labels, classes=subject.classes, rng=np.random.default_rng(0))
    assert learner.predict_proba(twice).max() < 0.6


def test_a_class_that_is_gone_is_forgotten(subject: Subject) -> None:
    learner = fitted(subject)
    last = subject.classes[-1]
    left = [i for i, label in enumerate(subject.labels) if last not in _names(label)]
    learner.fit(
        subject.take(subject.inputs, left),
        [subject.labels[i] for i in left],
        classes=subject.classes[:-1],
        rng=np.random.default_rng(0),
    )
    assert learner.classes == tuple(subject.classes[:-1])


def test_goes_on_from_what_a_judge_predicts_with(subject: Subject) -> None:
    learner = fitted(subject)
    again = type(learner).resumed(learner.heads)
    assert again.classes == learner.classes
    assert (again.predict_proba(subject.inputs) == learner.predict_proba(subject.inputs)).all()
    fresh = type(learner).resumed(None)
    assert fresh.classes == ()


def test_every_kind_in_the_table_has_a_subject_here() -> None:
    assert {make.__name__.strip("_") for make in SUBJECTS} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_table_names_exists(kind: str) -> None:
    assert learner_of(kind).kind == kind
    assert callable(judge_of(kind))
    if not KINDS[kind].reads_vectors:
        assert callable(reader_of(kind))


def _spoiled(inputs: Any, bad: float) -> Any:
    """Put one bad number into the first sample."""
    if isinstance(inputs, Features):
        dense = inputs.dense.copy()
        dense[0, 0] = bad
        return Features(dense, inputs.hashed)
    first, *others = inputs
    features = first.features
    if isinstance(features, Features):
        return [replace(first, features=_spoiled(features, bad)), *others]
    return [replace(first, features=np.full_like(features, bad)), *others]


def _names(label: Any) -> set[str]:
    if isinstance(label, list):
        return {mark.label_class for mark in label}
    return {label} if isinstance(label, str) else set(label)


def _correct(subject: Subject, learner: Any) -> float:
    judged = judge_of(learner.kind)(learner.heads, subject.inputs)
    found = compare(learner.kind, judged, subject.labels)
    return found.right / found.wanted
