"""The model shelf: graphs, compression, parity, packages and cards. Knows no database.

`card` is light; what builds or measures graphs needs onnx and belongs to the worker.
"""
