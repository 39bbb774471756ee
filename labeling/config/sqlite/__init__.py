"""SQLite for many threads of one process: writers wait in a line, not by polling."""
