"""Abilities and changes as they are stored and sent."""

from annotators.ability import Ability, Change


def ability_json(found: Ability | None) -> dict[str, float] | None:
    """Return an ability with its interval and what it rests on."""
    if found is None:
        return None
    return {
        "value": round(found.value, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "n": round(found.n_answers, 1),
    }


def change_json(change: Change | None) -> dict[str, float] | None:
    """Return a change where it is sure, and nothing where it may be chance."""
    if change is None or not change.is_decided:
        return None
    return {
        "value": round(change.value, 4),
        "low": round(change.low, 4),
        "high": round(change.high, 4),
    }
