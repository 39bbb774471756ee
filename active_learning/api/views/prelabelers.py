"""Pre-labelers: what fits, switch on, map classes, try, run."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.learning import TrainingStartedShape
from active_learning.api.serializers.prelabelers import PrelabelerPageShape, UseInput, UseShape
from active_learning.selectors.prelabeler_page import prelabeler_page, use_as_json
from active_learning.services.prelabel_pool import enqueue_prelabeling
from active_learning.services.prelabeler_settings import UseChange, change_use, use_of
from active_learning.services.try_prelabeler import enqueue_trial
from labeling.models import Job
from labeling.policies import Action, open_project
from labeling.selectors.jobs import job_summary


class PrelabelersView(APIView):
    """The page."""

    @extend_schema(responses=PrelabelerPageShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return every pre-labeler that fits a field, and how its use stands."""
        return Response(prelabeler_page(open_project(request.user, project_id)))

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Run those that are switched on over the open tasks."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        return _started(enqueue_prelabeling(project=access.project, user_id=access.user.pk))


class PrelabelerView(APIView):
    """One pre-labeler on one field."""

    @extend_schema(request=UseInput, responses=UseShape)
    def patch(self, request: Request, project_id: int, name: str, field: str) -> Response:
        """Switch it on or off, say what its classes stand for, set its options."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        asked = UseInput(data=request.data)
        asked.is_valid(raise_exception=True)
        use = change_use(
            project=access.project,
            prelabeler=name,
            field_id=field,
            change=UseChange(**asked.validated_data),
            user_id=access.user.pk,
        )
        return Response(use_as_json(use))


class TryPrelabelerView(APIView):
    """A try before it goes live."""

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int, name: str, field: str) -> Response:
        """Try it on ten tasks."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        use = use_of(project=access.project, prelabeler=name, field_id=field)
        return _started(enqueue_trial(use=use, user_id=access.user.pk))


def _started(job_id: int) -> Response:
    return Response({"job": job_summary(Job.objects.get(pk=job_id)).as_json()}, status=202)
