"""Flows: steps in a row that propose like one pre-labeler; they go live among the pre-labelers."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.flows import (
    FlowChange,
    FlowDeclared,
    FlowGraphShape,
    FlowInput,
    FlowPageShape,
    FlowShape,
)
from active_learning.flows.describing import graph_of
from active_learning.selectors.flows import flow_as_json, flow_page, get_flow
from active_learning.services.flows import change_flow, check_flow, declare_flow, remove_flow
from labeling.policies import Action, open_project


class FlowsView(APIView):
    """The flows of a project."""

    @extend_schema(responses=FlowPageShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return them, and what one may be made of."""
        return Response(flow_page(open_project(request.user, project_id).project))

    @extend_schema(request=FlowInput, responses={201: FlowShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Declare one."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        given = FlowInput(data=request.data)
        given.is_valid(raise_exception=True)
        flow = declare_flow(project=access.project, user=access.user, **given.validated_data)
        return Response(flow_as_json(flow), status=201)


class FlowCheckView(APIView):
    """A look before one is kept."""

    @extend_schema(request=FlowDeclared, responses=FlowGraphShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Return the graph of a declaration, or what is wrong with it, and where."""
        access = open_project(request.user, project_id)
        given = FlowDeclared(data=request.data)
        given.is_valid(raise_exception=True)
        flow = check_flow(project=access.project, **given.validated_data)
        return Response({"graph": graph_of(flow)})


class FlowView(APIView):
    """One flow."""

    @extend_schema(responses=FlowShape)
    def get(self, request: Request, project_id: int, flow_id: int) -> Response:
        """Return how it stands."""
        access = open_project(request.user, project_id)
        return Response(flow_as_json(get_flow(access.project, flow_id)))

    @extend_schema(request=FlowChange, responses=FlowShape)
    def patch(self, request: Request, project_id: int, flow_id: int) -> Response:
        """Rename it, or change its steps."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        asked = FlowChange(data=request.data)
        asked.is_valid(raise_exception=True)
        flow = get_flow(access.project, flow_id)
        return Response(flow_as_json(change_flow(flow=flow, **asked.validated_data)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project_id: int, flow_id: int) -> Response:
        """Forget it."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        remove_flow(flow=get_flow(access.project, flow_id))
        return Response(status=204)
