"""A real browser against real server processes."""
