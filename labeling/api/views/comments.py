"""Talks about regions of a task."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.comments import SayInput, ThreadChange, ThreadShape, thread_payload
from labeling.kernel.wire import read_id
from labeling.policies import open_annotation, open_task
from labeling.selectors.comments import threads_of
from labeling.services.comments import delete_comment, say, settle_thread, thread_in


class ThreadsView(APIView):
    """All that the person may read about a task's regions."""

    @extend_schema(operation_id="threads_of_task", responses=ThreadShape(many=True))
    def get(self, request: Request, task_id: int) -> Response:
        """List them, the oldest first."""
        access, task = open_task(request.user, task_id)
        return Response([thread_payload(thread) for thread in threads_of(access, task)])

    @extend_schema(request=SayInput, responses={201: ThreadShape})
    def post(self, request: Request, task_id: int) -> Response:
        """Say something; the first thing said about a region begins its thread."""
        access, task = open_task(request.user, task_id)
        given = SayInput(data=request.data)
        given.is_valid(raise_exception=True)
        named = given.validated_data.get("annotation")
        annotation = None
        if named is not None:
            _, annotation = open_annotation(request.user, read_id(named, "annotation"))
        thread = say(
            access=access,
            task=task,
            annotation=annotation,
            region=given.validated_data["region"],
            text=given.validated_data["text"],
        )
        return Response(thread_payload(thread), status=201)


class ThreadView(APIView):
    """One thread."""

    @extend_schema(request=ThreadChange, responses=ThreadShape)
    def patch(self, request: Request, task_id: int, thread_id: int) -> Response:
        """Settle the matter, or open it again."""
        access, _ = open_task(request.user, task_id)
        given = ThreadChange(data=request.data)
        given.is_valid(raise_exception=True)
        thread = settle_thread(
            access=access,
            thread=thread_in(access, thread_id),
            is_resolved=given.validated_data["is_resolved"],
        )
        return Response(thread_payload(thread))


class CommentView(APIView):
    """One thing said."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, task_id: int, thread_id: int, comment_id: int) -> Response:
        """Take it back."""
        access, _ = open_task(request.user, task_id)
        delete_comment(access=access, thread=thread_in(access, thread_id), comment_id=comment_id)
        return Response(status=204)
