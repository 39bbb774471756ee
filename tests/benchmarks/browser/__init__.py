"""Figures from a real browser."""
