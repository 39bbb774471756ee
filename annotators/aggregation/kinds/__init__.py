"""Consensus of what is no choice: numbers, sets, orders, texts and located marks."""
