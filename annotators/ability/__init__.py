"""How good somebody is, with how much is known about it."""

from annotators.ability.accuracy import Ability, ability_on_truth, confusion_with_intervals

__all__ = ["Ability", "ability_on_truth", "confusion_with_intervals"]
