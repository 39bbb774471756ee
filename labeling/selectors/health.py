"""Whether the installation's processes live, and the figures it exposes."""

import urllib.error
import urllib.request
from datetime import timedelta

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils import timezone

from labeling.models import Job, WorkerBeat

ALIVE = timedelta(seconds=20)


def live_workers() -> QuerySet[WorkerBeat]:
    """Return the processes that were seen lately."""
    return WorkerBeat.objects.filter(seen_at__gte=timezone.now() - ALIVE)


def serving_answers() -> bool:
    """Say whether the model serving process answers its health address."""
    try:
        url = f"{settings.SERVING_URL}/healthz"
        with urllib.request.urlopen(url, timeout=1) as response:  # noqa: S310  (our setting)
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError, ValueError):
        return False


def metrics_text() -> str:
    """Return the figures in Prometheus' text form."""
    jobs = Job.objects.values("queue", "state").annotate(n=Count("id")).order_by()
    workers = live_workers().values("kind").annotate(n=Count("id")).order_by()
    lines = [
        "# TYPE penumbra_jobs gauge",
        *(f'penumbra_jobs{{queue="{j["queue"]}",state="{j["state"]}"}} {j["n"]}' for j in jobs),
        "# TYPE penumbra_workers gauge",
        *(f'penumbra_workers{{kind="{w["kind"]}"}} {w["n"]}' for w in workers),
    ]
    return "\n".join(lines) + "\n"
