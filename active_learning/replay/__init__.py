"""Simulated active learning: what would each strategy have needed, on labels that are known?"""

from active_learning.replay.comparing import Comparison, Outcome, compare
from active_learning.replay.course import Course, CourseError
from active_learning.replay.curves import Crossing, MeanPoint, Point, crossing, mean_curve
from active_learning.replay.propagating_student import PropagatingStudent
from active_learning.replay.simulating import Schedule, simulate
from active_learning.replay.student import ChoiceStudent, Student

__all__ = [
    "ChoiceStudent",
    "Comparison",
    "Course",
    "CourseError",
    "Crossing",
    "MeanPoint",
    "Outcome",
    "Point",
    "PropagatingStudent",
    "Schedule",
    "Student",
    "compare",
    "crossing",
    "mean_curve",
    "simulate",
]
