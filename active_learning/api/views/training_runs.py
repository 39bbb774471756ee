"""Training jobs: what a slice holds, order, look, cancel, resume."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.shelf import (
    AlterationsInput,
    AlterationsShape,
    FormShape,
    SliceInput,
    SliceShape,
    TrainingInput,
    TrainingShape,
)
from active_learning.selectors.training_form import training_form
from active_learning.selectors.training_runs import (
    get_run,
    list_runs,
    show_run,
    show_whole_run,
)
from active_learning.selectors.training_slice import slice_counts
from active_learning.services.preview_alterations import preview_alterations
from active_learning.services.request_training import (
    cancel_training,
    order_training,
    resume_training,
    start_training,
    trainable_target,
)
from labeling.kernel.paging import read_limit
from labeling.policies import Action, open_project


class TrainingFormView(APIView):
    """What can be ordered."""

    @extend_schema(responses=FormShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return learners that fit the project's label, defaults, choices and bounds."""
        access = open_project(request.user, project_id, Action.TRAIN)
        return Response(training_form(access.project))


class SliceView(APIView):
    """A slice before it is ordered."""

    @extend_schema(parameters=[OpenApiParameter("filter", str)], responses=SliceShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return how many labelled tasks a filter lets through, and their classes."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = SliceInput(data={"filter": request.query_params.get("filter", "")})
        asked.is_valid(raise_exception=True)
        target = trainable_target(access)
        return Response(slice_counts(access, target, asked.validated_data["filter"]))


class AlterationsView(APIView):
    """How a recipe would alter what it learns from."""

    @extend_schema(request=AlterationsInput, responses=AlterationsShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Show six tasks of a slice as pictures and texts made otherwise."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = AlterationsInput(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        found = preview_alterations(access=access, text=given["filter"], recipe=given["recipe"])
        return Response({"examples": found})


class TrainingRunsView(APIView):
    """All trainings of a project."""

    @extend_schema(responses=TrainingShape(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        """Return the newest trainings."""
        runs = list_runs(open_project(request.user, project_id).project)
        limit = read_limit(request.query_params.get("limit"))
        return Response({"results": [show_run(run) for run in runs[:limit]]})

    @extend_schema(request=TrainingInput, responses={202: TrainingShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Order a training and enqueue it."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = TrainingInput(data=request.data)
        asked.is_valid(raise_exception=True)
        given = dict(asked.validated_data)
        run = order_training(access=access, text=given.pop("filter"), **given)
        start_training(run=run, user_id=access.user.pk)
        return Response(show_whole_run(get_run(access.project, run.pk)), status=202)


class TrainingRunView(APIView):
    """One training."""

    @extend_schema(responses=TrainingShape)
    def get(self, request: Request, project_id: int, run_id: int) -> Response:
        """Return how it goes: curve, trials, log, job."""
        project = open_project(request.user, project_id).project
        return Response(show_whole_run(get_run(project, run_id)))


class CancelTrainingView(APIView):
    """Stopping one."""

    @extend_schema(request=None, responses=TrainingShape)
    def post(self, request: Request, project_id: int, run_id: int) -> Response:
        """Stop it; what it has learned so far stays in its checkpoint."""
        access = open_project(request.user, project_id, Action.TRAIN)
        cancel_training(run=get_run(access.project, run_id))
        return Response(show_whole_run(get_run(access.project, run_id)))


class ResumeTrainingView(APIView):
    """Going on with one."""

    @extend_schema(request=None, responses={202: TrainingShape})
    def post(self, request: Request, project_id: int, run_id: int) -> Response:
        """Go on from its last checkpoint."""
        access = open_project(request.user, project_id, Action.TRAIN)
        resume_training(run=get_run(access.project, run_id), user_id=access.user.pk)
        return Response(show_whole_run(get_run(access.project, run_id)), status=202)
