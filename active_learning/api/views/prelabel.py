"""The pre-labeling call."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.learning import PrelabelInput, PrelabelShape
from active_learning.services.prelabel import prelabel_inputs, prelabel_task
from active_learning.services.prelabel_inputs import read_deadline
from labeling.kernel.errors import BadInput
from labeling.kernel.http import ARRIVED_AT
from labeling.policies import Action, open_project, open_task


class PrelabelView(APIView):
    """Ask the model about anything."""

    @extend_schema(request=PrelabelInput, responses=PrelabelShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Answer every input with the version in use; nothing is stored."""
        access = open_project(request.user, project_id, Action.PRELABEL)
        if not isinstance(request.data, dict):
            raise BadInput('Send {"inputs": [...]}.')
        answer = prelabel_inputs(
            project=access.project,
            inputs=request.data.get("inputs"),
            arrived_at=request.META.get(ARRIVED_AT),
            deadline_ms=read_deadline(request.data.get("deadline_ms")),
        )
        return Response(answer)


class PrelabelTaskView(APIView):
    """Ask the model about a task."""

    @extend_schema(request=None, responses=PrelabelShape)
    def post(self, request: Request, task_id: int) -> Response:
        """Answer with the version in use; nothing is stored."""
        access, task = open_task(request.user, task_id, Action.PRELABEL)
        answer = prelabel_task(
            project=access.project, task=task, arrived_at=request.META.get(ARRIVED_AT)
        )
        return Response(answer)
