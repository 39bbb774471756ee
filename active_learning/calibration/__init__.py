"""Calibration: probabilities that mean what they say, and intervals that admit what is unknown."""

from active_learning.calibration.conformal import (
    ConformalSets,
    calibrate_sets,
    conformal_quantile,
)
from active_learning.calibration.dirichlet import DirichletMap, fit_dirichlet
from active_learning.calibration.reliability import Reliability, expected_calibration_error
from active_learning.calibration.temperature import fit_temperature, probabilities_of
from annotators.agreement.interval import Interval, wilson

__all__ = [
    "ConformalSets",
    "DirichletMap",
    "Interval",
    "Reliability",
    "calibrate_sets",
    "conformal_quantile",
    "expected_calibration_error",
    "fit_dirichlet",
    "fit_temperature",
    "probabilities_of",
    "wilson",
]
