"""The sorts of steps, one a file."""
