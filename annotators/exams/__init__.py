"""When an exam is decided: as soon as the interval lies on one side of the mark, not before."""

from annotators.exams.sequential import Verdict, judge_attempt

__all__ = ["Verdict", "judge_attempt"]
