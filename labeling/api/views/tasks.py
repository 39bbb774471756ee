"""Tasks: lists, small batches, changes one by one and in bulk, predictions brought along."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.jobs import JobShape
from labeling.api.serializers.tasks import (
    AffectedShape,
    BulkInput,
    CreatedShape,
    PredictionsStoredShape,
    TaskChanges,
    TaskInputShape,
)
from labeling.api.serializers.work import PredictionShape, TaskShape
from labeling.kernel.errors import BadInput
from labeling.kernel.paging import list_payload, read_limit
from labeling.models import Job
from labeling.policies import Action, open_project, open_task
from labeling.selectors.jobs import job_summary
from labeling.selectors.task_facts import show_tasks
from labeling.selectors.task_list import TaskQuery, count_tasks, page_of_tasks
from labeling.services.bulk_tasks import BulkChange, change_in_bulk
from labeling.services.idempotency import answer_once
from labeling.services.predictions import add_predictions
from labeling.services.tasks import change_task, create_tasks, delete_tasks


class TasksView(APIView):
    """The tasks of a project."""

    @extend_schema(
        operation_id="tasks_list",
        parameters=[
            OpenApiParameter("filter", description='e.g. `state = "done" and agreement < 0.6`'),
            OpenApiParameter("order", description="e.g. `-uncertainty`, `data.price`"),
            OpenApiParameter("fields", description="comma-separated keys of a task to answer"),
            OpenApiParameter("count", enum=["estimate", "exact"]),
            OpenApiParameter("limit", int),
            OpenApiParameter("cursor"),
        ],
        responses=TaskShape(many=True),
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List a page: keyset paging, a constant number of queries."""
        access = open_project(request.user, project_id)
        query = TaskQuery.read(access, request.GET)
        page = page_of_tasks(access, query, read_limit(request.GET.get("limit")))
        shown = show_tasks(access, page.rows)
        wanted = _wanted_keys(request)
        by_id = {item.task.pk: item for item in shown}
        extra = count_tasks(access, query, request.GET.get("count"))
        return Response(
            list_payload(
                request._request,
                page,
                lambda task: _picked(by_id[task.pk].as_json(), wanted),
                **extra,
            )
        )

    @extend_schema(request=TaskInputShape(many=True), responses={201: CreatedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Make a small batch, all of them or none."""
        access = open_project(request.user, project_id, Action.CREATE_TASKS)

        def work() -> tuple[int, Any]:
            created = create_tasks(access=access, items=request.data)
            return 201, {"created": [str(task_id) for task_id in created]}

        status, answer = answer_once(request=request, user=access.user, work=work)
        return Response(answer, status=status)


class TaskView(APIView):
    """One task."""

    @extend_schema(responses=TaskShape)
    def get(self, request: Request, task_id: int) -> Response:
        """Return it."""
        access, task = open_task(request.user, task_id)
        return Response(show_tasks(access, [task], is_list=False)[0].as_json())

    @extend_schema(request=TaskChanges, responses=TaskShape)
    def patch(self, request: Request, task_id: int) -> Response:
        """Change meta, priority or overlap."""
        access, task = open_task(request.user, task_id, Action.CHANGE_TASKS)
        given = TaskChanges(data=request.data)
        given.is_valid(raise_exception=True)
        changed = change_task(access=access, task=task, changes=given.validated_data)
        return Response(show_tasks(access, [changed], is_list=False)[0].as_json())

    @extend_schema(responses={204: None})
    def delete(self, request: Request, task_id: int) -> Response:
        """Delete it with all that was said about it."""
        access, task = open_task(request.user, task_id, Action.CHANGE_TASKS)
        delete_tasks(access=access, task_ids=[task.pk])
        return Response(status=204)


class BulkTasksView(APIView):
    """Many tasks at once."""

    @extend_schema(request=BulkInput, responses={200: AffectedShape, 202: JobShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Delete, prioritise, reset ... tasks named by ids or by a filter."""
        access = open_project(request.user, project_id, Action.CHANGE_TASKS)
        change = BulkChange.read(request.data)

        def work() -> tuple[int, Any]:
            done = change_in_bulk(access=access, change=change)
            if done.job_id is None:
                return 200, {"affected": done.affected}
            return 202, {"job": job_summary(Job.objects.get(pk=done.job_id)).as_json()}

        status, answer = answer_once(request=request, user=access.user, work=work)
        return Response(answer, status=status)


class PredictionsView(APIView):
    """A model's answers, brought by a client."""

    @extend_schema(request=PredictionShape(many=True), responses={201: PredictionsStoredShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Store them: one per task and model version, a repeat is counted as duplicate."""
        access = open_project(request.user, project_id, Action.ADD_PREDICTIONS)

        def work() -> tuple[int, Any]:
            stored = add_predictions(access=access, items=request.data)
            return 201, {"created": stored.created, "duplicates": stored.duplicates}

        status, answer = answer_once(request=request, user=access.user, work=work)
        return Response(answer, status=status)


def _wanted_keys(request: Request) -> frozenset[str] | None:
    raw = request.GET.get("fields")
    if raw is None:
        return None
    wanted = frozenset(raw.split(","))
    known = frozenset(TaskShape().fields)
    if unknown := wanted - known:
        raise BadInput(f"fields: unknown {min(unknown)!r}. Known: {', '.join(sorted(known))}.")
    return wanted | {"id"}


def _picked(task: dict[str, Any], wanted: frozenset[str] | None) -> dict[str, Any]:
    return task if wanted is None else {key: task[key] for key in task if key in wanted}
