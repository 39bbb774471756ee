"""The learning page: how it stands, train, rank, use another version."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.learning import LearningShape, TrainingStartedShape
from active_learning.selectors.learning_page import learning_page
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import get_version
from active_learning.services.retrain import enqueue_round
from active_learning.services.versions import activate_version
from labeling.kernel.errors import Conflict
from labeling.models import Job
from labeling.policies import Access, Action, open_project
from labeling.selectors.jobs import job_summary


class LearningView(APIView):
    """How learning stands."""

    @extend_schema(responses=LearningShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return curve, histogram, balance, versions, the next query and advice."""
        return Response(learning_page(open_project(request.user, project_id)))


class TrainView(APIView):
    """Training by hand."""

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Enqueue a round: train on the labels so far, then rank."""
        return _round(open_project(request.user, project_id, Action.TRAIN), rank_only=False)


class RankView(APIView):
    """Ranking by hand."""

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Enqueue a ranking of the open tasks by the version in use."""
        return _round(open_project(request.user, project_id, Action.TRAIN), rank_only=True)


class ActivateView(APIView):
    """Using another version."""

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int, version_id: int) -> Response:
        """Use the version for pre-labels at once, and rank the open tasks by it."""
        access = open_project(request.user, project_id, Action.TRAIN)
        version = get_version(access.project, version_id)
        activate_version(
            project=access.project, version=version, by_person=True, user_id=access.user.pk
        )
        return _round(access, rank_only=True)


def _round(access: Access, *, rank_only: bool) -> Response:
    if learning_target(access.project) is None:
        raise Conflict(
            "No label of this project can be learned. Choices, pairs, spans of text, ranges of "
            "sounds and series, and boxes in images can; choose one as target label in the "
            "settings.",
            code="nothing_to_learn",
        )
    job_id = enqueue_round(
        project=access.project, trigger="person", user_id=access.user.pk, rank_only=rank_only
    )
    job = Job.objects.get(pk=job_id)
    return Response({"job": job_summary(job).as_json()}, status=202)
