"""Runs the checks, the tests and the benchmarks with the services that they need."""
