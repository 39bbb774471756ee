"""Routing tried on recorded and on made-up crowds, before anybody's time is spent."""

from annotators.simulation.crowds import CROWDS, Made, make_crowd
from annotators.simulation.figures import compare_policies, least_share, mean_interval
from annotators.simulation.reading import CrowdError, read_crowd
from annotators.simulation.replay import Course, Outcome, Rules, replay

__all__ = [
    "CROWDS",
    "Course",
    "CrowdError",
    "Made",
    "Outcome",
    "Rules",
    "compare_policies",
    "least_share",
    "make_crowd",
    "mean_interval",
    "read_crowd",
    "replay",
]
