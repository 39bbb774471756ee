"""Models that people bring: files that run no code of theirs, and model servers of theirs.

A file is recognised by its content (`files`), looked into and tried in a process of its own
(`checking`), declared by a `Declaration`, and then proposes like any pre-labeler (`proposing`).
"""
