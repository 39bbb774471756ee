"""Asking the model over a connection that stays open."""
