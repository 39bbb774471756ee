"""Reads of the federated floor."""
