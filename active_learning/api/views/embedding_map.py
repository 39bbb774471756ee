"""The embedding map: how it stands, where the points lie, what is known of them, draw it."""

import hashlib

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.embedding_map import MapShape
from active_learning.api.serializers.learning import TrainingStartedShape
from active_learning.selectors.embedding_map import facts_file, get_map, map_file, map_page
from active_learning.services.order_map import order_map
from labeling.models import Job
from labeling.policies import Action, open_project
from labeling.selectors.jobs import job_summary

BINARY = {(200, "application/octet-stream"): OpenApiTypes.BINARY}


class MapView(APIView):
    """The map of a project."""

    @extend_schema(responses=MapShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return how the map stands, and the job that draws the next one."""
        return Response(map_page(open_project(request.user, project_id)))

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Draw it in the background."""
        access = open_project(request.user, project_id, Action.TRAIN)
        job_id = order_map(project=access.project, user_id=access.user.pk)
        return Response({"job": job_summary(Job.objects.get(pk=job_id)).as_json()}, status=202)


class MapPointsView(APIView):
    """Where the points of one map lie."""

    @extend_schema(responses=BINARY)
    def get(self, request: Request, project_id: int, number: int) -> HttpResponse:
        """Return columns `id`, `x`, `y`, `group`; they never change."""
        drawn = get_map(open_project(request.user, project_id).project, number)
        tag = f'"{drawn.key}"'
        if request.headers.get("If-None-Match") == tag:
            return _binary(b"", tag, immutable=True, status=304)
        return _binary(map_file(drawn), tag, immutable=True)


class MapFactsView(APIView):
    """What is known of the points of one map."""

    @extend_schema(responses=BINARY)
    def get(self, request: Request, project_id: int, number: int) -> HttpResponse:
        """Return columns `label`, `predicted`, `annotator`, `state`, `doubt`, `holdout`."""
        access = open_project(request.user, project_id)
        content = facts_file(access, get_map(access.project, number))
        tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        if request.headers.get("If-None-Match") == tag:
            return _binary(b"", tag, status=304)
        return _binary(content, tag)


def _binary(
    content: bytes, tag: str, *, immutable: bool = False, status: int = 200
) -> HttpResponse:
    response = HttpResponse(content, content_type="application/octet-stream", status=status)
    response["ETag"] = tag
    cache = "private, max-age=31536000, immutable" if immutable else "private, no-cache"
    response["Cache-Control"] = cache
    response["X-Content-Type-Options"] = "nosniff"
    return response
