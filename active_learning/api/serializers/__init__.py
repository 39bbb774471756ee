"""Wire shapes of the learning API."""
