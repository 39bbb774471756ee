"""The port by which the learning floor finds tasks like a given one."""

from collections.abc import Callable, Sequence

from labeling.kernel.errors import Unavailable

Provider = Callable[[int, int], Sequence[int]]
"""From project id and task id to the ids of the most similar tasks, best first, itself included."""

_provider: list[Provider] = []


def set_similarity_provider(provider: Provider | None) -> Provider | None:
    """Install the provider (an upper floor's `apps.ready`, tests); return the one it replaces."""
    previous = _provider[0] if _provider else None
    _provider[:] = [provider] if provider else []
    return previous


def similar_tasks(project_id: int, task_id: int) -> Sequence[int]:
    """Return the tasks most like one, or say that nothing here can tell."""
    if not _provider:
        raise Unavailable("similar_to() needs the tasks' embeddings, which are not computed here.")
    return _provider[0](project_id, task_id)
