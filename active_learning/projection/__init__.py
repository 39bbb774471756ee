"""Maps of many vectors on a plane: like things lie together.

Nothing is imported here: the web process writes `columns`, and only a worker loads the rest.
"""
