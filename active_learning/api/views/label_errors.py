"""Doubtful labels: search, list, decide, undo, take along."""

import csv
import io
from collections.abc import Callable, Iterator

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.label_errors import (
    FindingListShape,
    FindingShape,
    FindingsSummaryShape,
)
from active_learning.api.serializers.learning import TrainingStartedShape
from active_learning.models import LabelFinding
from active_learning.selectors.findings import (
    FILTERS,
    filtered_findings,
    finding_page,
    findings_summary,
    get_finding,
    show_findings,
)
from active_learning.services.decide_findings import keep_label, take_suggestion, undo_decision
from active_learning.services.request_search import request_search
from labeling.formats.delimited.cells import harmless
from labeling.kernel.errors import NotFound
from labeling.kernel.paging import list_payload, read_limit
from labeling.models import Job
from labeling.policies import Access, Action, open_project
from labeling.selectors.jobs import job_summary

ASKED = [
    OpenApiParameter(name, OpenApiTypes.STR) for name in ("state", *FILTERS, "cursor", "limit")
]
COLUMNS = (
    *("task", "external_id", "annotation", "annotator", "label", "kind", "given", "suggested"),
    *("score", "probability", "own_probability", "state"),
)


class LabelErrorsView(APIView):
    """The search."""

    @extend_schema(responses=FindingsSummaryShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return how it stands: counts, pairs of classes, annotators, the share that was right."""
        return Response(findings_summary(open_project(request.user, project_id)))

    @extend_schema(request=None, responses={202: TrainingStartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Search all annotations for label errors."""
        access = open_project(request.user, project_id, Action.TRAIN)
        job_id = request_search(project=access.project, user_id=access.user.pk)
        return Response({"job": job_summary(Job.objects.get(pk=job_id)).as_json()}, status=202)


class FindingsView(APIView):
    """The doubtful labels."""

    @extend_schema(parameters=ASKED, responses=FindingListShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return a page, the likeliest error first."""
        access = open_project(request.user, project_id)
        asked = request.query_params.dict()
        limit = read_limit(asked.pop("limit", None))
        page = finding_page(access, asked, asked.pop("cursor", None), limit)
        shown = {item.finding.pk: item for item in show_findings(access, page.rows)}
        return Response(
            list_payload(
                request,
                page,
                lambda finding: shown[finding.pk].as_json(),
                count=filtered_findings(access, asked).count(),
            )
        )


class FindingsFileView(APIView):
    """The list to take along."""

    @extend_schema(parameters=ASKED[:-2], responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, project_id: int) -> StreamingHttpResponse:
        """Return all findings that the filters let through as CSV."""
        access = open_project(request.user, project_id)
        rows = filtered_findings(access, request.query_params.dict())
        answer = StreamingHttpResponse(_lines(rows.order_by("pk")), content_type="text/csv")
        answer["Content-Disposition"] = f'attachment; filename="label-errors-{project_id}.csv"'
        return answer


class DecisionView(APIView):
    """What a person says to a doubt: keep, fix or undo."""

    VERBS: dict[str, Callable[..., LabelFinding]] = {
        "keep": keep_label,
        "fix": take_suggestion,
        "undo": undo_decision,
    }

    @extend_schema(request=None, responses=FindingShape)
    def post(self, request: Request, project_id: int, finding_id: int, verb: str) -> Response:
        """Decide it, and return how it stands."""
        access = open_project(request.user, project_id)
        if verb not in self.VERBS:
            raise NotFound(f"A doubt is decided by {', '.join(self.VERBS)}, not by {verb}.")
        decided = self.VERBS[verb](access=access, finding=get_finding(access, finding_id))
        return _shown(access, decided)


def _shown(access: Access, finding: LabelFinding) -> Response:
    finding.annotation.refresh_from_db(fields=["regions", "answers", "revision", "state"])
    return Response(show_findings(access, [finding])[0].as_json())


def _lines(rows: QuerySet[LabelFinding]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(COLUMNS)
    names = ("task_id", "task__external_id", "annotation_id", "annotation__annotator__username",
             *COLUMNS[4:])  # fmt: skip
    for row in rows.values_list(*names).iterator(chunk_size=1000):
        writer.writerow([harmless(v) if isinstance(v, str) else v for v in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
