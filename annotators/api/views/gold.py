"""Tasks with known answers."""

import random

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.routing_shapes import (
    CountInput,
    GoldChangeInput,
    TruthInput,
    gold_payload,
)
from annotators.models import GoldTask, GoldUse
from annotators.selectors.gold_page import gold_counts, gold_rows, shown_gold
from annotators.services.gold import (
    change_gold,
    draw_gold,
    drop_gold,
    hold_drawn,
    make_gold,
    make_gold_of_annotation,
    promote_unanimous,
)
from labeling.kernel.errors import NotFound
from labeling.kernel.paging import read_limit
from labeling.kernel.wire import read_id
from labeling.models import Annotation
from labeling.policies import Access, Action, open_project, open_task

LIMIT = 50


class GoldView(APIView):
    """The gold of a project."""

    @extend_schema(
        parameters=[OpenApiParameter("use"), OpenApiParameter("limit", int)],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List it, the newest first, with how people did; `after` goes on behind a task."""
        access = open_project(request.user, project_id, Action.REVIEW)
        limit = read_limit(request.GET.get("limit"), default=LIMIT)
        rows = gold_rows(access, request.GET.get("use", "")).order_by("-made_at", "-task_id")
        after = request.GET.get("after")
        start = int(after) if after and after.isdigit() else 0
        page = list(rows[start : start + limit + 1])
        counts = gold_counts(access)
        return Response(
            {
                "results": [gold_payload(row) for row in shown_gold(access, page[:limit])],
                "next": str(start + limit) if len(page) > limit else None,
                "counts": {name: getattr(counts, name) for name in counts.__slots__},
            }
        )

    @extend_schema(request=GoldChangeInput, responses=OpenApiTypes.OBJECT)
    def patch(self, request: Request, project_id: int) -> Response:
        """Say what some of it is for, or how it is explained in practice."""
        access = open_project(request.user, project_id, Action.CHANGE_TASKS)
        given = GoldChangeInput(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        changed = change_gold(
            access=access,
            task_ids=[read_id(one, f"/tasks/{at}") for at, one in enumerate(asked["tasks"])],
            use=GoldUse(asked["use"]) if "use" in asked else None,
            explanation=asked.get("explanation"),
            now=timezone.now(),
        )
        return Response({"changed": changed})


class PromoteGoldView(APIView):
    """Gold without an expert."""

    @extend_schema(request=CountInput, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int) -> Response:
        """Make gold of tasks that everybody answered alike."""
        access = open_project(request.user, project_id, Action.CHANGE_TASKS)
        asked = _counted(request)
        added = promote_unanimous(access=access, now=timezone.now(), **asked)
        return Response({"added": [str(task) for task in added]})


class DrawGoldView(APIView):
    """Gold of an expert's."""

    @extend_schema(request=CountInput, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int) -> Response:
        """Draw tasks by chance that an expert is to answer."""
        access = open_project(request.user, project_id, Action.CHANGE_TASKS)
        drawn = draw_gold(access=access, count=_counted(request)["count"], rng=random.Random())
        return Response({"added": [str(task) for task in drawn]})


class TaskGoldView(APIView):
    """The truth of one task."""

    @extend_schema(request=TruthInput, responses=OpenApiTypes.OBJECT)
    def put(self, request: Request, task_id: int) -> Response:
        """State it: by an annotation that is right, or written out."""
        access, task = open_task(request.user, task_id, Action.CHANGE_TASKS)
        given = TruthInput(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        now = timezone.now()
        if "annotation" in asked:
            row = make_gold_of_annotation(
                access=access, annotation=_annotation(access, task.pk, asked["annotation"]), now=now
            )
        else:
            row = make_gold(
                access=access,
                task=task,
                content=asked,
                explanation=asked.get("explanation"),
                now=now,
            )
        return Response(_shown(access, row))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, task_id: int) -> Response:
        """Take it back."""
        access, task = open_task(request.user, task_id, Action.CHANGE_TASKS)
        drop_gold(access=access, task_id=task.pk)
        return Response(status=204)


class AnswerGoldView(APIView):
    """A drawn task in an expert's hands."""

    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, task_id: int) -> Response:
        """Reserve it beyond its overlap; an answer of one's own from before is taken at once."""
        access, task = open_task(request.user, task_id, Action.REVIEW)
        lease = hold_drawn(access=access, task=task, now=timezone.now())
        return Response({"is_done": lease is None, "task": str(task.pk)})


def _counted(request: Request) -> dict[str, int]:
    given = CountInput(data=request.data)
    given.is_valid(raise_exception=True)
    asked: dict[str, int] = given.validated_data
    return asked


def _annotation(access: Access, task_id: int, annotation_id: str) -> Annotation:
    rows = access.project.annotations.filter(task=task_id).select_related("task", "annotator")
    found = rows.filter(pk=read_id(annotation_id, "/annotation")).first()
    if found is None:
        raise NotFound("There is no such annotation of this task.")
    return found


def _shown(access: Access, row: GoldTask) -> dict[str, object]:
    rows = list(gold_rows(access, "").filter(pk=row.pk))
    return gold_payload(shown_gold(access, rows)[0])
