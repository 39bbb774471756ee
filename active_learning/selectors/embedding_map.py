"""The map of a project: where its tasks lie, and what is known of each right now."""

from typing import Any

from django.core.files.storage import default_storage

from active_learning.models import Embedding, EmbeddingMap
from active_learning.selectors.map_facts import map_facts
from active_learning.selectors.target import learning_target
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import NotFound, Unavailable
from labeling.models import LIVE_STATES, Project
from labeling.policies import Access
from labeling.selectors.jobs import job_summary

MAP_JOB = "active_learning.draw_map"
"""The job that draws one."""
LEAST_POINTS = 3


def map_page(access: Access) -> dict[str, Any]:
    """Return the wire shape of GET learning/map/."""
    project = access.project
    newest = newest_map(project)
    layout, embedded = _vectors(project)
    job = project.jobs.filter(name=MAP_JOB, state__in=LIVE_STATES).order_by("pk").first()
    return {
        "state": "off" if learning_target(project) is None else "ready" if newest else "none",
        "version": newest.number if newest else None,
        "points": newest.points if newest else 0,
        "tasks": embedded,
        "can_draw": embedded >= LEAST_POINTS,
        "missing": _missing(newest, layout),
        "is_outdated": newest is not None and layout not in ("", newest.layout),
        "seconds": newest.seconds if newest else None,
        "created_at": wire_time(newest.created_at) if newest else None,
        "job": job_summary(job).as_json() if job else None,
    }


def newest_map(project: Project) -> EmbeddingMap | None:
    """Return the last map drawn."""
    return EmbeddingMap.objects.filter(project=project).order_by("-number").first()


def get_map(project: Project, number: int) -> EmbeddingMap:
    """Return one map by its number; one that was replaced is gone."""
    found = EmbeddingMap.objects.filter(project=project, number=number).first()
    if found is None:
        raise NotFound("This map was drawn anew meanwhile. Load the page again.")
    return found


def map_file(drawn: EmbeddingMap) -> bytes:
    """Return the positions as they were written."""
    try:
        with default_storage.open(drawn.path) as file:
            content: bytes = file.read()
    except OSError as error:
        raise Unavailable(
            "The map's file is missing from the storage. Draw the map again.", code="map_missing"
        ) from error
    return content


def facts_file(access: Access, drawn: EmbeddingMap) -> bytes:
    """Return what is known of each point, in the order of the map's own file."""
    return map_facts(access, map_file(drawn))


def _vectors(project: Project) -> tuple[str, int]:
    """Return the layout of the newest vector, and how many tasks have one of it."""
    rows = Embedding.objects.filter(project=project)
    layout = rows.order_by("-pk").values_list("layout", flat=True).first() or ""
    return layout, rows.filter(layout=layout).count() if layout else 0


def _missing(newest: EmbeddingMap | None, layout: str) -> int:
    if newest is None or newest.layout != layout:
        return 0
    later = Embedding.objects.filter(project=newest.project_id, layout=layout)
    return later.filter(pk__gt=newest.last_vector).count()
