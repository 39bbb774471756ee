"""Where the model is right, and how two versions differ."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.diagnosis import AccuracyShape, ComparisonShape
from active_learning.selectors.accuracy_page import accuracy_page
from active_learning.selectors.version_comparison import compare_versions
from active_learning.selectors.versions import get_version
from labeling.kernel.errors import BadInput
from labeling.kernel.wire import read_id
from labeling.policies import Action, open_project


class AccuracyView(APIView):
    """The version in use on the hold-out."""

    @extend_schema(responses=AccuracyShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return reliability, confusion, what each class needs, and weak slices."""
        return Response(
            accuracy_page(open_project(request.user, project_id, Action.SEE_ALL_ANSWERS))
        )


class CompareView(APIView):
    """Two versions."""

    @extend_schema(
        parameters=[OpenApiParameter("first", int), OpenApiParameter("second", int)],
        responses=ComparisonShape,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """Return where they differ, on the hold-out and in the pool."""
        access = open_project(request.user, project_id, Action.SEE_ALL_ANSWERS)
        ids = [read_id(request.GET.get(name), f"/{name}") for name in ("first", "second")]
        if ids[0] == ids[1]:
            raise BadInput("second: another version than the first.")
        first, second = (get_version(access.project, version_id) for version_id in ids)
        return Response(compare_versions(access, first, second))
