"""Embeddings: a task's fields as one vector, by encoders that run offline on the processor."""
