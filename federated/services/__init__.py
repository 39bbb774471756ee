"""Writes of the federated floor."""
