"""Trials of versions beside the one in use: start, look, stop, promote."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.rollout import (
    RolloutInput,
    RolloutPageShape,
    RolloutShape,
)
from active_learning.selectors.rollouts import rollout_as_json, running_rollout
from active_learning.selectors.versions import get_version
from active_learning.services.rollouts import promote_candidate, start_rollout, stop_rollout
from labeling.policies import Action, open_project


class RolloutView(APIView):
    """The trial of a project."""

    @extend_schema(responses=RolloutPageShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return the running one and how it stands."""
        running = running_rollout(open_project(request.user, project_id).project)
        return Response({"running": rollout_as_json(running) if running else None})

    @extend_schema(request=RolloutInput, responses={201: RolloutShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Start one."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = RolloutInput(data=request.data)
        asked.is_valid(raise_exception=True)
        rollout = start_rollout(
            project=access.project,
            candidate=get_version(access.project, asked.validated_data["version"]),
            mode=asked.validated_data["mode"],
            share=asked.validated_data["share"],
            user_id=access.user.pk,
        )
        return Response(rollout_as_json(rollout), status=201)

    @extend_schema(responses=RolloutShape)
    def delete(self, request: Request, project_id: int) -> Response:
        """Stop it, and return what it showed."""
        access = open_project(request.user, project_id, Action.TRAIN)
        return Response(rollout_as_json(stop_rollout(project=access.project)))


class PromoteView(APIView):
    """The end of a trial that went well."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, project_id: int) -> Response:
        """Use the version that was tried."""
        access = open_project(request.user, project_id, Action.TRAIN)
        promote_candidate(project=access.project, user_id=access.user.pk)
        return Response(status=204)
