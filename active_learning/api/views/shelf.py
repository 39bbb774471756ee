"""The model shelf: versions, their cards, their use, their files."""

from collections.abc import Callable

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.learning import TrainingStartedShape
from active_learning.api.serializers.shelf import (
    ExportInput,
    FairnessShape,
    PromotionInput,
    ShelfShape,
    VersionShape,
)
from active_learning.models import ModelVersion
from active_learning.models.shelf import EXPORT_JOB
from active_learning.selectors.fairness import fairness_of
from active_learning.selectors.model_card import card_facts
from active_learning.selectors.shelf import (
    get_export,
    offered_precisions,
    shelf_page,
    show_version,
)
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import get_version
from active_learning.services.request_export import request_export
from active_learning.services.shelve import (
    archive_version,
    promote_version,
    release_version,
    restore_version,
    roll_back,
)
from active_learning.shelf.card import model_card
from labeling.kernel.errors import NotFound, Unavailable
from labeling.models import Job
from labeling.policies import Access, Action, open_project
from labeling.selectors.jobs import job_summary


class ShelfView(APIView):
    """All of it."""

    @extend_schema(responses=ShelfShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return every version with its lineage, what is in use, and the newest trainings."""
        return Response(shelf_page(open_project(request.user, project_id)))


class VersionView(APIView):
    """One version."""

    @extend_schema(responses=VersionShape)
    def get(self, request: Request, project_id: int, version_id: int) -> Response:
        """Return it with its card, and in which precisions it can be written."""
        access = open_project(request.user, project_id)
        version = get_version(access.project, version_id)
        precisions, why_not = offered_precisions(version)
        return Response(
            {
                "version": show_version(version, learning_target(access.project)),
                "card": model_card(card_facts(version)),
                "precisions": precisions,
                "why_not": why_not or None,
                "job": _export_job(version),
            }
        )


class FairnessView(APIView):
    """How a version does by group."""

    @extend_schema(responses=FairnessShape)
    def get(self, request: Request, project_id: int, version_id: int) -> Response:
        """Return accuracy and answers over the groups of each declared field, with the gaps."""
        access = open_project(request.user, project_id)
        return Response(fairness_of(get_version(access.project, version_id)))


class CardView(APIView):
    """The model card to take along."""

    @extend_schema(responses={(200, "text/markdown"): OpenApiTypes.STR})
    def get(self, request: Request, project_id: int, version_id: int) -> HttpResponse:
        """Return the card as Markdown."""
        version = get_version(open_project(request.user, project_id).project, version_id)
        answer = HttpResponse(model_card(card_facts(version)), content_type="text/markdown")
        name = f"model-{version.project_id}-{version.number}.md"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


class UseVersionView(APIView):
    """Bringing a version into use."""

    @extend_schema(request=PromotionInput, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int, version_id: int) -> Response:
        """Use it for pre-labels at once and rank the open tasks by it; hold it there if asked."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = PromotionInput(data=request.data)
        asked.is_valid(raise_exception=True)
        version = get_version(access.project, version_id)
        return _job(
            promote_version(access=access, version=version, holds=asked.validated_data["hold"])
        )


class RollBackView(APIView):
    """Back to what was in use before."""

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Use the version that was in use before this one."""
        access = open_project(request.user, project_id, Action.TRAIN)
        version, job_id = roll_back(access=access)
        answer = _job(job_id)
        answer.data["version"] = version.number
        return answer


class ReleaseView(APIView):
    """Letting rounds go on."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, project_id: int) -> Response:
        """Let rounds replace the version in use again."""
        release_version(access=open_project(request.user, project_id, Action.TRAIN))
        return Response(status=204)


class ArchiveView(APIView):
    """Putting away, and taking out again."""

    VERBS: dict[str, Callable[[Access, ModelVersion], None]] = {
        "archive": lambda access, version: archive_version(access=access, version=version),
        "restore": lambda access, version: restore_version(version=version),
    }

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, project_id: int, version_id: int, verb: str) -> Response:
        """Archive the version or restore it."""
        access = open_project(request.user, project_id, Action.TRAIN)
        if verb not in self.VERBS:
            raise NotFound(f"A version takes {', '.join(self.VERBS)}, not {verb}.")
        self.VERBS[verb](access, get_version(access.project, version_id))
        return Response(status=204)


class ExportsView(APIView):
    """Files that run elsewhere."""

    @extend_schema(request=ExportInput, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int, version_id: int) -> Response:
        """Write the version in some precisions; each is compared with the version first."""
        access = open_project(request.user, project_id, Action.TRAIN)
        asked = ExportInput(data=request.data)
        asked.is_valid(raise_exception=True)
        version = get_version(access.project, version_id)
        return _job(request_export(access=access, version=version, **asked.validated_data))


class ExportFileView(APIView):
    """One such file."""

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(
        self, request: Request, project_id: int, version_id: int, precision: str
    ) -> FileResponse:
        """Return the package."""
        access = open_project(request.user, project_id, Action.EXPORT)
        version = get_version(access.project, version_id)
        row = get_export(version, precision)
        try:
            file = default_storage.open(row.path)
        except OSError as error:
            raise Unavailable(
                "The package is missing from the storage. Export the version again.",
                code="package_missing",
            ) from error
        name = f"model-{version.project_id}-{version.number}-{precision}.zip"
        return FileResponse(file, as_attachment=True, filename=name)


def _export_job(version: ModelVersion) -> dict[str, object] | None:
    jobs = Job.objects.filter(project=version.project_id, name=EXPORT_JOB)
    newest = jobs.filter(kwargs__version_id=version.pk).order_by("-pk").first()
    return job_summary(newest).as_json() if newest else None


def _job(job_id: int) -> Response:
    job = Job.objects.get(pk=job_id)
    return Response({"job": job_summary(job).as_json()}, status=202)
