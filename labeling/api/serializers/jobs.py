"""Jobs and workers on the wire."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from labeling.kernel.clock import wire_time
from labeling.models import WorkerBeat
from labeling.selectors.health import ALIVE


class ProgressShape(serializers.Serializer[Any]):
    """How far a job is; `eta_s` is what remains at the present rate."""

    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    rate = serializers.FloatField(allow_null=True)
    eta_s = serializers.FloatField(allow_null=True)


class JobFileShape(serializers.Serializer[Any]):
    """A result."""

    url = serializers.CharField()
    name = serializers.CharField()
    size = serializers.IntegerField()


class JobShape(serializers.Serializer[Any]):
    """A job."""

    id = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField()
    project = serializers.CharField(allow_null=True)
    state = serializers.CharField()
    progress = ProgressShape()
    message = serializers.CharField()
    report = serializers.DictField(allow_null=True)
    file = JobFileShape(allow_null=True)
    error = serializers.CharField(allow_null=True)
    worker = serializers.CharField(allow_null=True)
    created_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class WorkerShape(serializers.Serializer[Any]):
    """A process."""

    id = serializers.CharField()
    kind = serializers.CharField()
    queue = serializers.CharField(allow_null=True)
    pid = serializers.IntegerField()
    host = serializers.CharField()
    started_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField()
    alive = serializers.BooleanField()
    running = serializers.CharField(allow_null=True)
    version = serializers.CharField()


def worker_payload(row: WorkerBeat) -> dict[str, Any]:
    """Return a process and whether it was seen lately."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "queue": row.queue or None,
        "pid": row.pid,
        "host": row.host,
        "started_at": wire_time(row.started_at),
        "seen_at": wire_time(row.seen_at),
        "alive": timezone.now() - row.seen_at < ALIVE,
        "running": str(row.running_id) if row.running_id else None,
        "version": row.version,
    }
