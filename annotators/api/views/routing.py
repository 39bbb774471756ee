"""Who gets which task."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.routing_shapes import PlanShape, plan_payload
from annotators.assignment import POLICIES
from annotators.models import TaskBelief
from annotators.selectors.plans import plan_of
from annotators.services.routing_plan import state_plan
from labeling.kernel.errors import BadInput
from labeling.models import Project
from labeling.policies import Action, open_project


class RoutingView(APIView):
    """The plan, and how the tasks stand under it."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, project_id: int) -> Response:
        """Return the plan, the policies there are, and tasks by what is believed of them."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        return Response(_page(access.project))

    @extend_schema(request=PlanShape, responses=OpenApiTypes.OBJECT)
    def put(self, request: Request, project_id: int) -> Response:
        """Change the plan; what is not named stays."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        if not isinstance(request.data, Mapping):
            raise BadInput('Send an object such as {"policy": "value", "most": 5}.')
        changes: Mapping[str, Any] = request.data
        state_plan(access=access, changes=changes)
        return Response(_page(access.project))


def _page(project: Project) -> dict[str, Any]:
    rows = TaskBelief.objects.filter(project=project).values("state").annotate(n=Count("pk"))
    counts = {"sure": 0, "asking": 0, "escalated": 0} | dict(rows.values_list("state", "n"))
    return {"plan": plan_payload(plan_of(project)), "policies": list(POLICIES), "beliefs": counts}
