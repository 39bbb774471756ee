"""Codes by which a socket that was accepted says why it closes."""

NOT_SIGNED_IN = 4401
NOT_ALLOWED = 4403
UNKNOWN = 4404
SLOW = 4408
