"""A search finds better numbers, goes on where it was, and begins where others ended."""

from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.searching import Tried, search_recipe
from tests.active_learning.training_jobs.made import clusters

POOR = Recipe(epochs=6, learning_rate=1e-6, patience=0)


def test_the_best_trial_becomes_the_recipe() -> None:
    heard: list[Tried] = []
    found = search_recipe(clusters(), POOR, trials=8, tell=heard.append)
    assert [one.number for one in found.trials] == list(range(8))
    assert list(found.trials) == heard
    best = min((t for t in found.trials if t.state == "done"), key=lambda t: t.loss)
    assert found.recipe.learning_rate == best.params["learning_rate"] > 1e-4
    assert best.accuracy is not None
    assert best.accuracy > 0.85


def test_trials_of_before_the_interruption_count() -> None:
    first = search_recipe(clusters(), POOR, trials=3).trials
    known = [Tried(**one.as_json()) for one in first]
    heard: list[Tried] = []
    found = search_recipe(clusters(), POOR, trials=5, known=known, tell=heard.append)
    assert [one.number for one in heard] == [3, 4]
    assert len(found.trials) == 5


def test_what_won_before_is_tried_first_if_it_fits() -> None:
    won = {"learning_rate": 0.05, "weight_decay": 0.01, "augmentation": "none",
           "class_weights": "none"}  # fmt: skip
    alien = {"units": 64}
    found = search_recipe(clusters(), POOR, trials=2, warm=[alien, won])
    assert found.trials[0].params == won
    assert found.trials[0].warm
    assert not found.trials[1].warm
