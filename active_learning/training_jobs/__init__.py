"""Training jobs: recipes, snapshots, epochs with checkpoints, searches. Knows no database.

`recipe`, `snapshot` and `advice` are light; `epochs`, `network` and `searching` load torch or
Optuna and belong to the worker.
"""
