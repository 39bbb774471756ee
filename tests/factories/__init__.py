"""Makers of test data: small valid things, with what matters to a test as arguments."""
