"""A site's side of a federated run: it learns from its own labels and lets only sums leave."""
