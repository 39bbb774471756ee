"""The loop of an annotator: next task, lease, draft, submit, skip."""

import random
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.work import (
    AnnotationShape,
    AnswerInput,
    DraftSaved,
    DraftShape,
    HoldingInput,
    LeaseShape,
    SkipInput,
    SubmitInput,
    WorkShape,
    annotation_payload,
    lease_payload,
    read_answer,
    work_payload,
)
from labeling.errors import NoPlaceLeft
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import BadInput, NotFound
from labeling.kernel.paging import list_payload, page_by_id, read_limit
from labeling.kernel.preconditions import etag, revision_from
from labeling.kernel.wire import read_id
from labeling.models import Draft
from labeling.policies import Action, actor_of, open_project, open_task
from labeling.selectors.work import annotations_shown, gather_work
from labeling.services.drafts import delete_draft, draft_payload, save_draft
from labeling.services.idempotency import answer_once
from labeling.services.leases import release_lease, renew_lease
from labeling.services.next_task import take_next_task
from labeling.services.open_task import open_task as take_task
from labeling.services.skip_task import skip_task
from labeling.services.submit_annotation import keep_refused_answer, submit_annotation

IF_MATCH = OpenApiParameter("If-Match", location="header", description="Revision; 0 for none.")
KEY = OpenApiParameter("Idempotency-Key", location="header")


class NextTaskView(APIView):
    """The next task."""

    @extend_schema(request=HoldingInput, responses={200: WorkShape, 204: None})
    def post(self, request: Request, project_id: int) -> Response:
        """Take a task under a lease; 204 when nothing is left for this person now."""
        access = open_project(request.user, project_id, Action.ANNOTATE)
        handed = take_next_task(
            access=access,
            holding=_holding(request.data),
            now=timezone.now(),
            rng=random.Random(),
        )
        if handed is None:
            return Response(status=204)
        return Response(work_payload(gather_work(access, handed.task, handed.lease)))


class OpenTaskView(APIView):
    """A chosen task."""

    @extend_schema(request=None, responses=WorkShape)
    def post(self, request: Request, task_id: int) -> Response:
        """Open it, with a lease where one may answer it."""
        access, task = open_task(request.user, task_id)
        lease = take_task(access=access, task=task, now=timezone.now(), rng=random.Random())
        return Response(work_payload(gather_work(access, task, lease)))


class LeaseView(APIView):
    """One's own reservation."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, lease_id: int) -> Response:
        """Give it back."""
        release_lease(user=actor_of(request.user), lease_id=lease_id)
        return Response(status=204)


class RenewLeaseView(APIView):
    """A longer reservation."""

    @extend_schema(request=None, responses=LeaseShape)
    def post(self, request: Request, lease_id: int) -> Response:
        """Extend it by the project's lease time from now."""
        user = actor_of(request.user)
        lease = renew_lease(user=user, lease_id=lease_id, now=timezone.now())
        return Response(lease_payload(lease))


class DraftView(APIView):
    """One's own autosaved work on a task."""

    @extend_schema(responses=DraftShape)
    def get(self, request: Request, task_id: int) -> Response:
        """Return it."""
        access, task = open_task(request.user, task_id, Action.ANNOTATE)
        draft = Draft.objects.filter(task=task, user=access.user).first()
        if draft is None:
            raise NotFound("You have no draft of this task.")
        return Response(draft_payload(draft), headers={"ETag": etag(draft.revision)})

    @extend_schema(request=AnswerInput, parameters=[IF_MATCH], responses=DraftSaved)
    def put(self, request: Request, task_id: int) -> Response:
        """Save it, if If-Match names the revision it was edited from."""
        access, task = open_task(request.user, task_id, Action.ANNOTATE)
        draft = save_draft(
            access=access,
            task=task,
            content=read_answer(request.data),
            revision=revision_from(request),
            now=timezone.now(),
        )
        answer = {"revision": draft.revision, "saved_at": wire_time(draft.saved_at)}
        return Response(answer, headers={"ETag": etag(draft.revision)})

    @extend_schema(parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, task_id: int) -> Response:
        """Throw it away."""
        access, task = open_task(request.user, task_id, Action.ANNOTATE)
        delete_draft(user=access.user, task=task, revision=revision_from(request))
        return Response(status=204)


class TaskAnnotationsView(APIView):
    """The answers to a task."""

    @extend_schema(operation_id="task_annotations_list", responses=AnnotationShape(many=True))
    def get(self, request: Request, task_id: int) -> Response:
        """List those that one may see: in a blind project an annotator's own."""
        access, task = open_task(request.user, task_id)
        rows = annotations_shown(access, task)
        page = page_by_id(rows, request.GET.get("cursor"), read_limit(request.GET.get("limit")))
        return Response(list_payload(request._request, page, annotation_payload))

    @extend_schema(request=SubmitInput, parameters=[KEY], responses={201: AnnotationShape})
    def post(self, request: Request, task_id: int) -> Response:
        """Submit one's whole answer; a repeat with the same key or content is answered alike."""
        access, task = open_task(request.user, task_id, Action.ANNOTATE)
        content = read_answer(request.data)
        revision = _draft_revision(request.data)

        def work() -> tuple[int, Any]:
            stored = submit_annotation(
                access=access, task=task, content=content, draft_revision=revision
            )
            payload = annotation_payload(stored.annotation, is_fresh=stored.is_new)
            return 201 if stored.is_new else 200, payload

        try:
            status, answer = answer_once(request=request, user=access.user, work=work)
        except NoPlaceLeft:
            keep_refused_answer(access=access, task=task, content=content, now=timezone.now())
            raise
        return Response(answer, status=status, headers={"ETag": etag(answer["revision"])})


class SkipView(APIView):
    """Passing a task by."""

    @extend_schema(request=SkipInput, responses={204: None})
    def post(self, request: Request, task_id: int) -> Response:
        """Skip it: it comes back once at the end, and others still get it."""
        access, task = open_task(request.user, task_id, Action.ANNOTATE)
        given = SkipInput(data=request.data)
        given.is_valid(raise_exception=True)
        skip_task(access=access, task=task, reason=given.validated_data.get("reason", ""))
        return Response(status=204)


def _holding(data: Any) -> frozenset[int]:
    given = data.get("holding") or [] if isinstance(data, dict) else []
    if not isinstance(given, list):
        raise BadInput("holding: a list of task ids.")
    return frozenset(read_id(item, f"/holding/{index}") for index, item in enumerate(given))


def _draft_revision(data: Any) -> int | None:
    value = data.get("draft_revision") if isinstance(data, dict) else None
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise BadInput("draft_revision: the whole number that saving the draft returned.")
    return value
