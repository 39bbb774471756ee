"""The web process's (and worker's) line to the serving process."""

from functools import cache

from django.conf import settings

from active_learning.serving.client import ServingClient
from labeling.kernel.errors import Unavailable

METRICS_S = 1.0


def serving_client() -> ServingClient:
    """Return the client of the configured address; its connections are shared by threads."""
    return _client(settings.SERVING_URL)


@cache
def _client(url: str) -> ServingClient:
    return ServingClient(url)


def serving_metrics() -> str:
    """Return the serving process's figures in Prometheus' text form, and whether it answers."""
    client = ServingClient(settings.SERVING_URL, timeout_s=METRICS_S, kept=1)
    try:
        return f"# TYPE penumbra_serving_up gauge\npenumbra_serving_up 1\n{client.metrics()}"
    except Unavailable:
        return "# TYPE penumbra_serving_up gauge\npenumbra_serving_up 0\n"
    finally:
        client.close()
