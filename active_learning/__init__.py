"""Judges data: learners, acquisition, query rounds, model versions, serving."""
