"""A recipe is checked at the door."""

from typing import Any

import pytest

from active_learning.training_jobs.recipe import Recipe, RecipeError


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"learner": "forest"}, "/learner"),
        ({"epochs": 0}, "/epochs"),
        ({"epochs": 1.5}, "/epochs"),
        ({"epochs": True}, "/epochs"),
        ({"learning_rate": float("nan")}, "/learning_rate"),
        ({"learning_rate": "0.1"}, "/learning_rate"),
        ({"distil": 1}, "/distil"),
        ({"momentum": 0.9}, "/momentum"),
    ],
)
def test_what_cannot_be_followed_is_named(given: dict[str, Any], pointer: str) -> None:
    with pytest.raises(RecipeError) as wrong:
        Recipe.from_json(given)
    assert wrong.value.pointer == pointer
    assert wrong.value.detail


def test_what_is_not_said_has_a_default_and_all_of_it_is_told() -> None:
    recipe = Recipe.from_json({"learner": "network", "learning_rate": 1})
    assert recipe.learning_rate == 1.0
    assert Recipe.from_json(recipe.as_json()) == recipe
