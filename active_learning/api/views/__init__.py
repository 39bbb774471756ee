"""Views of the learning API."""
