"""Planning: where the learning curve leads, what it costs, and what the next hour is best for."""

from active_learning.planning.forecast import Band, CurvePoint, Forecast, Need, forecast
from active_learning.planning.power_law import PowerLaw, fit_power_law
from active_learning.planning.spending import Doubts, Pace, Spend, rank_spends
from active_learning.planning.stopping import Advice, Measured, advise

__all__ = [
    "Advice",
    "Band",
    "CurvePoint",
    "Doubts",
    "Forecast",
    "Measured",
    "Need",
    "Pace",
    "PowerLaw",
    "Spend",
    "advise",
    "fit_power_law",
    "forecast",
    "rank_spends",
]
