"""The review queue, its progress, and decisions between answers."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.review_shapes import (
    AdjudicationInput,
    AdjudicationShape,
    ReviewProgressShape,
    ReviewQueueShape,
    adjudication_payload,
    progress_payload,
    waiting_payload,
)
from annotators.models import Adjudication
from annotators.selectors.review_queue import review_progress, review_queue
from annotators.services.adjudicate import adjudicate, withdraw_adjudication
from annotators.services.refresh import refresh_when_stale
from labeling.kernel.errors import NotFound
from labeling.kernel.paging import list_payload, read_limit
from labeling.policies import Action, open_project, open_task
from labeling.services.drafts import AnswerContent
from labeling.services.idempotency import answer_once


class ReviewQueueView(APIView):
    """What waits for a verdict."""

    @extend_schema(
        parameters=[OpenApiParameter("limit", int), OpenApiParameter("cursor")],
        responses=ReviewQueueShape,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List tasks by how likely they are wrong; never those one has answered oneself."""
        access = open_project(request.user, project_id, Action.REVIEW)
        refresh_when_stale(project=access.project)
        limit = read_limit(request.GET.get("limit"), default=20)
        page = review_queue(access.project, access.user, request.GET.get("cursor"), limit)
        return Response(list_payload(request._request, page, waiting_payload))


class ReviewProgressView(APIView):
    """How far reviewing has come."""

    @extend_schema(responses=ReviewProgressShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return what is left and done, and about how long it will take."""
        access = open_project(request.user, project_id, Action.REVIEW)
        return Response(progress_payload(review_progress(access.project, access.user)))


class AdjudicationView(APIView):
    """The decision about one task."""

    @extend_schema(responses=AdjudicationShape)
    def get(self, request: Request, task_id: int) -> Response:
        """Return it, with those who had said the same."""
        _, task = open_task(request.user, task_id, Action.SEE_ALL_ANSWERS)
        found = Adjudication.objects.filter(task=task).select_related("reviewer").first()
        if found is None:
            raise NotFound("Nothing was decided about this task.")
        return Response(adjudication_payload(found))

    @extend_schema(request=AdjudicationInput, responses={201: AdjudicationShape})
    def post(self, request: Request, task_id: int) -> Response:
        """Make an answer the final label: the consensus is this, and every answer is settled."""
        access, task = open_task(request.user, task_id, Action.REVIEW)
        given = AdjudicationInput(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        content = AnswerContent(
            regions=said.get("regions", []),
            relations=said.get("relations", []),
            answers=said.get("answers", {}),
        )

        def work() -> tuple[int, object]:
            found = adjudicate(access=access, task=task, content=content, comment=said["comment"])
            return 201, adjudication_payload(found)

        status, answer = answer_once(request=request, user=access.user, work=work)
        return Response(answer, status=status)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, task_id: int) -> Response:
        """Take it back; the answers stand as before."""
        access, task = open_task(request.user, task_id, Action.REVIEW)
        withdraw_adjudication(access=access, task=task)
        return Response(status=204)
