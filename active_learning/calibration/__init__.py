"""Calibration: probabilities that mean what they say, and intervals that admit what is unknown."""

from active_learning.calibration.reliability import Reliability, expected_calibration_error
from active_learning.calibration.temperature import fit_temperature, probabilities_of
from annotators.agreement.interval import Interval, wilson

__all__ = [
    "Interval",
    "Reliability",
    "expected_calibration_error",
    "fit_temperature",
    "probabilities_of",
    "wilson",
]
