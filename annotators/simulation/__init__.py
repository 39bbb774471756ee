"""Routing tried on recorded and on made-up crowds, before anybody's time is spent."""

from annotators.simulation.crowds import CROWDS, Made, make_crowd
from annotators.simulation.replay import Course, Outcome, Rules, replay

__all__ = ["CROWDS", "Course", "Made", "Outcome", "Rules", "make_crowd", "replay"]
