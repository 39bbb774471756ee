"""CVAT XML 1.1: marks on pictures, and tracks over the frames of a video."""
