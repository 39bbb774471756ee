"""Why the model answers so: the parts of a value on which its answer rests."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.explain import (
    ExplainInput,
    ExplainTaskInput,
    ExplanationShape,
)
from active_learning.services.explain import Question, explain_input, explain_task
from labeling.policies import Action, open_project, open_task


class ExplainTaskView(APIView):
    """Of a stored task."""

    @extend_schema(request=ExplainTaskInput, responses=ExplanationShape)
    def post(self, request: Request, task_id: int) -> Response:
        """Hide the parts of the task's text or picture one by one; stop when time is over."""
        access, task = open_task(request.user, task_id, Action.PRELABEL)
        question = Question.read(request.data)
        return Response(explain_task(project=access.project, task=task, question=question))


class ExplainView(APIView):
    """Of anything."""

    @extend_schema(request=ExplainInput, responses=ExplanationShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Explain the answer to one input of the pre-labeling call."""
        access = open_project(request.user, project_id, Action.PRELABEL)
        body = request.data
        question = Question.read(body)
        given = body.get("input") if isinstance(body, dict) else None
        return Response(explain_input(project=access.project, given=given, question=question))
