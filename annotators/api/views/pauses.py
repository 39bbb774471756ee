"""Pauses and appeals."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.routing_shapes import (
    AppealInput,
    PauseAnswerInput,
    PauseInput,
    pause_payload,
)
from annotators.services.pauses import answer_pause, appeal_pause, pause_annotator
from labeling.kernel.wire import read_id
from labeling.policies import Action, open_project


class PausesView(APIView):
    """Pausing by hand."""

    @extend_schema(request=PauseInput, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, project_id: int) -> Response:
        """Pause an annotator, who reads why."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        given = PauseInput(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        pause = pause_annotator(
            access=access, user_id=read_id(asked["user"], "/user"), note=asked["note"]
        )
        return Response(pause_payload(pause), status=201)


class AppealView(APIView):
    """One's own appeal."""

    @extend_schema(request=AppealInput, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int) -> Response:
        """Say why one should go on."""
        access = open_project(request.user, project_id)
        given = AppealInput(data=request.data)
        given.is_valid(raise_exception=True)
        pause = appeal_pause(access=access, text=given.validated_data["appeal"], now=timezone.now())
        return Response(pause_payload(pause))


class PauseView(APIView):
    """One pause."""

    @extend_schema(request=PauseAnswerInput, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int, pause_id: int) -> Response:
        """Lift it, or let it stand, with words for the person."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        given = PauseAnswerInput(data=request.data)
        given.is_valid(raise_exception=True)
        pause = answer_pause(
            access=access, pause_id=pause_id, now=timezone.now(), **given.validated_data
        )
        return Response(pause_payload(pause))
