"""Background work: how it stands, stopping it, its result; and the processes that do it."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.jobs import JobShape, WorkerShape, worker_payload
from labeling.kernel.downloads import file_response
from labeling.kernel.errors import NotFound
from labeling.kernel.paging import list_payload, page_by_id, read_limit
from labeling.kernel.wire import read_id
from labeling.models import Job, WorkerBeat
from labeling.policies import Action, actor_of, open_project
from labeling.selectors.jobs import get_job, job_summary, jobs_visible_to, result_file
from labeling.services.jobs import cancel_job


class JobsView(APIView):
    """The jobs of one's projects."""

    @extend_schema(
        operation_id="jobs_list",
        parameters=[OpenApiParameter("project"), OpenApiParameter("limit", int)],
        responses=JobShape(many=True),
    )
    def get(self, request: Request) -> Response:
        """List them, newest first."""
        rows = jobs_visible_to(actor_of(request.user))
        if raw := request.GET.get("project"):
            project = open_project(request.user, read_id(raw, "project")).project
            rows = Job.objects.filter(project=project)
        limit = read_limit(request.GET.get("limit"))
        page = page_by_id(rows, request.GET.get("cursor"), limit, newest_first=True)
        return Response(list_payload(request._request, page, _payload))


class JobView(APIView):
    """One job."""

    @extend_schema(responses=JobShape)
    def get(self, request: Request, job_id: int) -> Response:
        """Return how it stands."""
        return Response(_payload(get_job(actor_of(request.user), job_id)))


class CancelJobView(APIView):
    """Stopping a job."""

    @extend_schema(request=None, responses=JobShape)
    def post(self, request: Request, job_id: int) -> Response:
        """Stop one's own job, or (managers) anybody's."""
        user = actor_of(request.user)
        job = get_job(user, job_id)
        if job.created_by_id != user.pk and job.project_id:
            open_project(user, job.project_id, Action.CANCEL_JOBS)
        return Response(_payload(cancel_job(job=job)))


class JobFileView(APIView):
    """The result of a job."""

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, job_id: int) -> HttpResponseBase:
        """Stream it, or the ranges asked for."""
        user = actor_of(request.user)
        job = get_job(user, job_id)
        if job.project_id and job.created_by_id != user.pk:
            open_project(user, job.project_id, Action.EXPORT)
        path = result_file(job)
        if path is None:
            raise NotFound(f"This job ({job.state}) has no result file.")
        return file_response(request._request, path, name=job.result_name)


class WorkersView(APIView):
    """The processes of this installation."""

    @extend_schema(operation_id="workers_list", responses=WorkerShape(many=True))
    def get(self, request: Request) -> Response:
        """List them and say which live."""
        return Response([worker_payload(row) for row in WorkerBeat.objects.order_by("pk")])


def _payload(job: Job) -> dict[str, Any]:
    return job_summary(job).as_json()
