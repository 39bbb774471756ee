"""Writes of the learning floor: rounds, versions, vectors, pre-labels."""
