"""Hard tasks, guideline hot spots, and what is still to be asked."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.models import TaskFacts
from annotators.selectors.excerpts import excerpt_of
from annotators.selectors.task_quality import hardest_tasks, stored_forecast, stored_hotspots
from annotators.services.refresh import refresh_when_stale
from labeling.kernel.paging import read_limit
from labeling.policies import Action, open_project


class HardTasksView(APIView):
    """Tasks on which people part."""

    @extend_schema(
        parameters=[OpenApiParameter("order"), OpenApiParameter("limit", int)],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """Return the first by `difficulty`, `split` or `expected_error`."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        is_stale = refresh_when_stale(project=access.project)
        limit = read_limit(request.GET.get("limit"), default=20)
        rows = hardest_tasks(access.project, request.GET.get("order", "difficulty"), limit)
        return Response({"results": [_payload(row) for row in rows], "is_stale": is_stale})


class HotspotsView(APIView):
    """Classes that the guidelines do not part."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, project_id: int) -> Response:
        """Return pairs of classes between which good people part, the worst first."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        is_stale = refresh_when_stale(project=access.project)
        return Response({"results": stored_hotspots(access.project), "is_stale": is_stale})


class ForecastView(APIView):
    """What a wanted accuracy still costs."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, project_id: int) -> Response:
        """Return opinions and hours until each target, or the reason why there is no telling."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        is_stale = refresh_when_stale(project=access.project)
        return Response(stored_forecast(access.project) | {"is_stale": is_stale})


def _payload(row: TaskFacts) -> dict[str, object]:
    return {
        "task": str(row.task_id),
        "label": row.label,
        "expected_error": row.expected_error,
        "difficulty": row.difficulty,
        "discrimination": row.discrimination,
        "split": row.split,
        "answers": row.n_answers,
        "excerpt": excerpt_of(row.task.data),
    }
