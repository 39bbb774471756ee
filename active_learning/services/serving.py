"""The web process's (and worker's) line to the serving process."""

from functools import cache

from django.conf import settings

from active_learning.serving.client import ServingClient


def serving_client() -> ServingClient:
    """Return the client of the configured address; its connections are shared by threads."""
    return _client(settings.SERVING_URL)


@cache
def _client(url: str) -> ServingClient:
    return ServingClient(url)
