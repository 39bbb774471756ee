"""One suite for every extension point."""
