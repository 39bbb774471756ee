"""Exports: what each format would lose, and the job that writes the file."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.imports import ExportFormatShape, ExportInput, StartedShape
from labeling.models import Job
from labeling.policies import Action, open_project
from labeling.selectors.jobs import job_summary
from labeling.services.exports import ExportRequest, describe_formats, start_export


class ExportFormatsView(APIView):
    """The export formats for one project."""

    @extend_schema(operation_id="export_formats_list", responses=ExportFormatShape(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        """List them with what they cannot hold."""
        access = open_project(request.user, project_id, Action.EXPORT)
        return Response(describe_formats(access.project))


class ExportsView(APIView):
    """Exports of a project."""

    @extend_schema(request=ExportInput, responses={202: StartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Start one; the file is offered by the job."""
        access = open_project(request.user, project_id, Action.EXPORT)
        given = ExportInput(data=request.data)
        given.is_valid(raise_exception=True)
        job_id = start_export(access=access, request=ExportRequest(**given.validated_data))
        job = job_summary(Job.objects.get(pk=job_id)).as_json()
        return Response({"job": job}, status=202)
