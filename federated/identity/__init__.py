"""Who is who: the coordinator's own authority, and each site's key that never leaves it."""
