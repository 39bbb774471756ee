"""Flower, and the only place that imports it: processes, messages, registration, runs.

Flower 1.42 changes something with every minor release, so it is pinned and met here alone. The
reasons for each detour are in federated/docs/decisions/0001-flower.md.
"""
