"""Federations in one process: the real node and coordinator over sites made of arrays."""
