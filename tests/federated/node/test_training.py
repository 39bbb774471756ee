"""Training at a site: it learns, it is tethered, and its noise is Opacus' noise."""

from dataclasses import replace

import numpy as np

from federated.node.recipe import Recipe
from federated.node.training import train_locally
from federated.wire.model import SharedHead
from tests.federated.small import CLASSES, DIMENSIONS, accuracy, site

BLANK = SharedHead.blank(CLASSES, DIMENSIONS)
PLAIN = Recipe(steps=60, learning_rate=0.3)


def trained(recipe: Recipe, seed: int = 1, labels: int = 60) -> SharedHead:
    lessons = site(seed, labels=labels).lessons(CLASSES)
    return BLANK.moved(train_locally(BLANK, lessons, recipe, np.random.default_rng(seed)).delta)


def test_it_learns() -> None:
    unseen = site(50)
    assert accuracy(trained(PLAIN).predict_proba(unseen.features), unseen.truth) > 0.85


def test_the_proximal_term_keeps_the_model_near() -> None:
    near = np.linalg.norm(trained(replace(PLAIN, proximal=5.0)).flat)
    assert near < 0.5 * np.linalg.norm(trained(PLAIN).flat)


def test_without_a_lesson_nothing_changes_and_nothing_is_spent() -> None:
    noisy = replace(PLAIN, noise_multiplier=1.0)
    lessons = site(1, labels=0).lessons(CLASSES)
    found = train_locally(BLANK, lessons, noisy, np.random.default_rng(0))
    assert not found.delta.any()
    assert found.cost is None


def test_distrusted_labels_count_less() -> None:
    good, wrong = site(1, labels=60), site(2, labels=60, flipped=True)
    a, b = good.lessons(CLASSES), wrong.lessons(CLASSES)
    unseen = site(50)

    def reached(trust: float) -> float:
        both = replace(
            a,
            features=np.vstack([a.features, b.features]),
            targets=np.vstack([a.targets, b.targets]),
            weights=np.concatenate([a.weights, trust * b.weights]),
        )
        delta = train_locally(BLANK, both, PLAIN, np.random.default_rng(0)).delta
        return accuracy(BLANK.moved(delta).predict_proba(unseen.features), unseen.truth)

    assert reached(0.05) > reached(1.0) + 0.1


def test_no_record_moves_a_noisy_step_further_than_the_clip() -> None:
    """One step with hardly any noise is the mean of clipped gradients: its norm is bounded."""
    recipe = Recipe(steps=1, learning_rate=1.0, momentum=0.0, noise_multiplier=1e-6, clip=0.01)
    lessons = site(1, labels=60).lessons(CLASSES)
    moved = train_locally(BLANK, lessons, recipe, np.random.default_rng(0))
    assert 0 < np.linalg.norm(moved.delta) <= 0.01 * 1.01


def test_noise_has_the_stated_size() -> None:
    recipe = Recipe(steps=1, learning_rate=1.0, momentum=0.0, noise_multiplier=100.0, clip=1.0)
    lessons = site(1, labels=60).lessons(CLASSES)
    drawn = [
        train_locally(BLANK, lessons, recipe, np.random.default_rng(seed)).delta
        for seed in range(200)
    ]
    assert abs(np.std(drawn) / (100.0 / len(lessons)) - 1.0) < 0.05
