"""The budget planner."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.budget import BudgetShape
from active_learning.selectors.budget import plan_budget
from active_learning.selectors.stopping import TARGET
from labeling.kernel.errors import BadInput
from labeling.policies import open_project

LEAST, MOST = 0.01, 0.999


class BudgetView(APIView):
    """Labels and hours to a target."""

    @extend_schema(
        parameters=[OpenApiParameter("target", OpenApiTypes.FLOAT)], responses=BudgetShape
    )
    def get(self, request: Request, project_id: int) -> Response:
        """Return the curve with its bands, what a target costs, and the best next hour."""
        access = open_project(request.user, project_id)
        return Response(plan_budget(access.project, _target(request.query_params.get("target"))))


def _target(raw: str | None) -> float:
    if raw is None:
        return TARGET
    try:
        target = float(raw)
    except ValueError:
        target = -1.0
    if not LEAST <= target <= MOST:
        raise BadInput(f"target: an accuracy from {LEAST} to {MOST}, such as 0.95.")
    return target
