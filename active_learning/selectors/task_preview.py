"""Something to recognise a task by, in a list of many."""

from typing import Any

from labeling.models import Task

PREVIEW = 140


def preview_of(task: Task, data: dict[str, Any]) -> dict[str, str | None]:
    """Return something to recognise a task by."""
    texts = (value for value in data.values() if isinstance(value, str) and value.strip())
    media = (value for value in data.values() if isinstance(value, dict))
    thumbnail = next((m["thumbnail"] for m in media if m.get("thumbnail")), None)
    text = next(texts, None) or task.external_id or None
    return {"preview": text and text[:PREVIEW], "thumbnail": thumbnail}
