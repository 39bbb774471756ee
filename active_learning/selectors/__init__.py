"""Reads of the learning floor."""
