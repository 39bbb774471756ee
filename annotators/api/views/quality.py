"""Quality: who the annotators are, how far they agree, what the crowd says."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.shapes import (
    AgreementShape,
    AnnotatorShape,
    annotator_payload,
    consensus_payload,
    person,
)
from annotators.models import Consensus
from annotators.selectors.figures import annotator_figures
from annotators.selectors.reports import agreement_report
from annotators.services.refresh import refresh_when_stale
from labeling.kernel.paging import list_payload, page_by_id, read_limit
from labeling.policies import Action, open_project


class AnnotatorsView(APIView):
    """The people who answer."""

    @extend_schema(responses=AnnotatorShape(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        """Return a row for everybody, the busiest first."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        refresh_when_stale(project=access.project)
        return Response([annotator_payload(row) for row in annotator_figures(access.project)])


class AgreementView(APIView):
    """How far people agree."""

    @extend_schema(responses=AgreementShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return the last figures; newer answers are judged by a job meanwhile."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        is_stale = refresh_when_stale(project=access.project)
        report = agreement_report(access.project)
        pairs = [
            {"a": person(pair.first), "b": person(pair.second), "value": pair.value}
            | {"tasks": pair.n_tasks, "label": pair.label}
            for pair in report.pairs
        ]
        return Response({"labels": report.labels, "pairs": pairs, "is_stale": is_stale})


class ConsensusView(APIView):
    """What the crowd says."""

    @extend_schema(
        parameters=[OpenApiParameter("limit", int), OpenApiParameter("cursor")],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List the consensus of each task and label that several people answered."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        refresh_when_stale(project=access.project)
        # One person's answer is no consensus, however sure the model of the crowd is of it.
        several = Consensus.objects.filter(project=access.project, n_votes__gte=2)
        rows = several.select_related("task")
        page = page_by_id(rows, request.GET.get("cursor"), read_limit(request.GET.get("limit")))
        return Response(list_payload(request._request, page, consensus_payload))
