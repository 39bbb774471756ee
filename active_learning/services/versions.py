"""Stores, activates and clears away model versions."""

import contextlib
from collections.abc import Callable, Sequence

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Max

from active_learning.models import ModelVersion, Promotion
from active_learning.selectors.flows import OWN
from active_learning.selectors.versions import shows_learned, version_weights
from active_learning.services.pacing import Pace
from active_learning.services.prelabel_pool import ask_anew
from active_learning.services.serving import serving_client
from labeling.kernel.errors import Unavailable
from labeling.models import Project
from labeling.services.event_log import log_event
from labeling.services.learned_facts import drop_predictions, show_version

MOST_DROPPED = 50
LEFT_OVER = 3
"""Old versions that are looked through whole: older ones were, when they were this old."""


def store_version(*, project: Project, content: bytes, facts: ModelVersion) -> ModelVersion:
    """Give the version its number, write its weights, then its row."""
    with transaction.atomic():
        # The row lock makes numbers of two processes differ.
        Project.objects.select_for_update().get(pk=project.pk)
        last = ModelVersion.objects.filter(project=project).aggregate(last=Max("number"))["last"]
        facts.project, facts.number = project, (last or 0) + 1
        name = f"models/{project.pk}/{facts.number}-{facts.key}.safetensors"
        facts.path = _saved_whole(name, content)
        facts.size_bytes = len(content)
        facts.save()
    return facts


def activate_version(
    *,
    project: Project,
    version: ModelVersion,
    by_person: bool = False,
    user_id: int | None = None,
    holds: bool = False,
) -> None:
    """Use a version from now on: for pre-labels, and for lists unless a client's are shown.

    No request can fail over it: the serving process is given the new weights first, and knows
    versions by their content, so whoever asked the old one is still answered by it. With ``holds``
    rounds rank by it and replace it no more. Flows that ask the project's own model ask this one.
    """
    preload(version)
    with transaction.atomic():
        versions = ModelVersion.objects.filter(project=project)
        before = versions.filter(is_active=True).first()
        if before != version or by_person:
            Promotion.objects.create(
                project=project, version=version, before=before, by_id=user_id, holds=holds
            )
        versions.filter(is_active=True).exclude(pk=version.pk).update(is_active=False)
        versions.filter(pk=version.pk).update(is_active=True)
        version.is_active = True
        if before != version:
            ask_anew(project=project, prelabeler=OWN)
        if by_person or shows_learned(project):
            show_version(project=project, model_version=version.name)
        log_event(
            project_id=project.pk,
            type="model_version",
            data={
                "number": version.number,
                "accuracy": version.accuracy if version.is_measured else None,
                "labels": version.labels,
            },
        )


def preload(version: ModelVersion) -> None:
    """Hand the weights to the serving process; without one they are sent when first asked for."""
    with contextlib.suppress(Unavailable):
        serving_client().load(version.key, version_weights(version))


def names_to_drop(*, project: Project, version: ModelVersion) -> list[str]:
    """Name the versions whose answers a version's own replace: all but it and the one before.

    Those that a stopped round left behind, never in use, are among them.
    """
    others = ModelVersion.objects.filter(project=project).exclude(pk=version.pk)
    older = others.filter(number__lt=version.number).order_by("-number")
    before = others.filter(is_active=True).first() or older.first()
    rows = others.exclude(pk=before.pk) if before else others
    return [old.name for old in rows.order_by("-number")[:MOST_DROPPED]]


def drop_old_predictions(
    *, project: Project, names: Sequence[str], look: Callable[[], None], pace: Pace
) -> None:
    """Delete what is left of old versions' answers, on tasks that are in the pool no more."""
    for name in names[:LEFT_OVER]:
        after: int | None = 0
        while after is not None:
            look()
            with pace.turn():
                after = drop_predictions(project=project, model_version=name, after=after)


def _saved_whole(name: str, content: bytes) -> str:
    """Save the file, or leave nothing: half a version on a full disk only fills it."""
    try:
        return default_storage.save(name, ContentFile(content))
    except OSError:
        with contextlib.suppress(OSError):
            default_storage.delete(name)
        raise
