"""Click to segment."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.segment import (
    SegmentInput,
    SegmentModelsShape,
    SegmentShape,
)
from active_learning.services.segment import segment, segment_models
from labeling.policies import Action, open_task


class SegmentView(APIView):
    """The outline of what somebody points at in a picture."""

    @extend_schema(responses=SegmentModelsShape)
    def get(self, request: Request, task_id: int) -> Response:
        """Return which models there are."""
        open_task(request.user, task_id, Action.PRELABEL)
        return Response({"models": segment_models()})

    @extend_schema(request=SegmentInput, responses=SegmentShape)
    def post(self, request: Request, task_id: int) -> Response:
        """Return the outline; nothing is stored."""
        access, task = open_task(request.user, task_id, Action.PRELABEL)
        return Response(segment(project=access.project, task=task, content=request.data))
