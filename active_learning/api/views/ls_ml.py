"""Label Studio's ML back end protocol, served: their server asks our model.

A token stands in the header, or, since Label Studio only knows user names and passwords, as the
password of Basic authentication.
"""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.label_studio import (
    LsEventInput,
    LsHealthShape,
    LsHeardShape,
    LsPredictInput,
    LsPredictShape,
    LsSetupShape,
    LsTrainInput,
)
from active_learning.services.answer_label_studio import model_version_for, predictions_for
from active_learning.services.hear_label_studio import hear_event, hear_training
from labeling.kernel.errors import BadInput
from labeling.kernel.http import ARRIVED_AT
from labeling.policies import Action, open_project


class LsHealthView(APIView):
    """Is the back end there?"""

    @extend_schema(responses=LsHealthShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Say that it is."""
        open_project(request.user, project_id, Action.PRELABEL)
        return Response({"status": "UP", "model_class": "Penumbra"})


class LsSetupView(APIView):
    """Label Studio tells its configuration."""

    @extend_schema(request=None, responses=LsSetupShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Return the version in use; the configuration comes again with every question."""
        access = open_project(request.user, project_id, Action.PRELABEL)
        return Response({"model_version": model_version_for(access.project)})


class LsPredictView(APIView):
    """Label Studio asks for predictions."""

    @extend_schema(request=LsPredictInput, responses=LsPredictShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Answer every task, in Label Studio's names and units."""
        access = open_project(request.user, project_id, Action.PRELABEL)
        asked = LsPredictInput(data=request.data)
        asked.is_valid(raise_exception=True)
        results = predictions_for(
            project=access.project,
            tasks=asked.validated_data["tasks"],
            label_config=asked.validated_data["label_config"],
            arrived_at=request.META.get(ARRIVED_AT),
        )
        return Response({"results": results})


class LsTrainView(APIView):
    """Label Studio asks for training."""

    @extend_schema(request=LsTrainInput, responses={201: LsHeardShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Keep the annotated tasks that come along, and enqueue a round."""
        access = open_project(request.user, project_id, Action.TRAIN)
        return Response(hear_training(access=access, told=_told(request)), status=201)


class LsWebhookView(APIView):
    """Label Studio tells what happened there."""

    @extend_schema(request=LsEventInput, responses={200: LsHeardShape, 201: LsHeardShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Keep annotations, take them back, or enqueue a round; say what means nothing here."""
        access = open_project(request.user, project_id, Action.IMPORT)
        heard = hear_event(access=access, told=_told(request))
        return Response(heard, status=200 if heard["status"] == "ignored" else 201)


def _told(request: Request) -> Mapping[str, Any]:
    if not isinstance(request.data, Mapping):
        raise BadInput("Send an object.")
    return request.data
