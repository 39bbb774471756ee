"""Model serving: a small process of its own, and the client by which the web process asks it."""
