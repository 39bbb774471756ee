"""Why a task's consensus is what it is."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.explanations import ExplanationShape, explanation_payload
from annotators.selectors.explained import explained_consensus
from annotators.services.refresh import refresh_when_stale
from labeling.policies import Action, open_task


class ExplanationView(APIView):
    """One task's consensus with its reasons."""

    @extend_schema(responses=ExplanationShape(many=True))
    def get(self, request: Request, task_id: int) -> Response:
        """Return each label's consensus, and every vote with the weight it had."""
        access, task = open_task(request.user, task_id, Action.SEE_ANNOTATORS)
        refresh_when_stale(project=access.project)
        found = explained_consensus(access.project, task)
        return Response([explanation_payload(one) for one in found])
