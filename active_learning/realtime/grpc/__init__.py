"""The pre-labeling call over gRPC, in a process of its own: `manage.py prelabel_grpc`."""
