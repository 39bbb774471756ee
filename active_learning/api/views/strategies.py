"""Strategies compared by replay on the project's own labels."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.strategies import ReplayInput, ReplayPageShape
from active_learning.selectors.replays import replay_page
from active_learning.services.request_replay import request_replay
from labeling.models import Job
from labeling.policies import Action, open_project
from labeling.selectors.jobs import job_summary


class StrategiesView(APIView):
    """The comparison: how it stands, and a new one."""

    @extend_schema(responses=ReplayPageShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return the newest comparison and what could be compared."""
        return Response(replay_page(open_project(request.user, project_id).project))

    @extend_schema(request=ReplayInput, responses={202: ReplayPageShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Enqueue a comparison of the strategies named."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = ReplayInput(data=request.data)
        asked.is_valid(raise_exception=True)
        job_id = request_replay(
            project=access.project, user_id=access.user.pk, **asked.validated_data
        )
        job = Job.objects.get(pk=job_id)
        return Response({"job": job_summary(job).as_json()}, status=202)
