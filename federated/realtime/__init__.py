"""The coordinator's events, live."""
