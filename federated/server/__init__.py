"""The coordinator's side of a federated run: it asks, sums, steps, and tells the result."""
