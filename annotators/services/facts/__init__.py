"""Writes down what is known of people and tasks, from everything that was answered."""
