"""Label Studio's ML back end protocol, served: their server asks our model.

A token stands in the header, or, since Label Studio only knows user names and passwords, as the
password of Basic authentication.
"""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.plugged import (
    LsHealthShape,
    LsPredictInput,
    LsPredictShape,
    LsSetupShape,
)
from active_learning.services.answer_label_studio import (
    model_version_for,
    predictions_for,
)
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
    """Label Studio says that labels came."""

    @extend_schema(request=None, responses={201: None})
    def post(self, request: Request, project_id: int) -> Response:
        """Take note: the model learns from labels given here, by its own rhythm."""
        open_project(request.user, project_id, Action.PRELABEL)
        return Response({}, status=201)
