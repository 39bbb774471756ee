"""Label Studio JSON: tasks with annotations and predictions.

Coordinates there are percent of the image, boxes turn about their top left corner, and spans come
in code points or UTF-16 units; the surface text beside them tells which.
"""
