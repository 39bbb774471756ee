"""Pre-labelers: what proposes labels before the first one was given, each in a folder of its own.

A pre-labeler is a `Card` (see `base`), which the web process may read, and a module that the card
names, which only a pre-labeling process (`child`) ever imports. A new one is a folder and a line in
`registry`.
"""
