"""How good somebody is, with how much is known about it."""

from annotators.ability.accuracy import Ability, ability_on_truth, confusion_with_intervals
from annotators.ability.consistency import consistency
from annotators.ability.crowd import UNKNOWN, CrowdDraws, draw_crowd
from annotators.ability.draws import (
    Change,
    ability_of_draws,
    as_counts,
    change_of_draws,
    pooled_draws,
    score_draws,
)
from annotators.ability.drift import Stretch, drift, minutes_at_work, stretch_of
from annotators.ability.forecast import Forecast, Range, forecast_opinions
from annotators.ability.hotspots import Hotspot, good_people, hotspots, split_among

__all__ = [
    "UNKNOWN",
    "Ability",
    "Change",
    "CrowdDraws",
    "Forecast",
    "Hotspot",
    "Range",
    "Stretch",
    "ability_of_draws",
    "ability_on_truth",
    "as_counts",
    "change_of_draws",
    "confusion_with_intervals",
    "consistency",
    "draw_crowd",
    "drift",
    "forecast_opinions",
    "good_people",
    "hotspots",
    "minutes_at_work",
    "pooled_draws",
    "score_draws",
    "split_among",
    "stretch_of",
]
