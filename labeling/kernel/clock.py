"""Times on the wire: RFC 3339 in UTC."""

from datetime import UTC, datetime


def wire_time(value: datetime) -> str:
    """Return the time as `2026-01-31T12:00:00.123456Z`."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
