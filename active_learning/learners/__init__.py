"""Learners: small heads over embeddings, fitted in torch while people work.

`learners.heads` predicts with numpy alone and is all that the serving process imports.
"""
