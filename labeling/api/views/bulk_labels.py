"""One answer to many tasks, and back."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.bulk_labels import (
    BulkLabelInput,
    BulkLabelledShape,
    WithdrawInput,
    WithdrawnShape,
)
from labeling.policies import Action, open_project
from labeling.services.label_in_bulk import (
    BulkAnswer,
    label_in_bulk,
    tell_labelled,
    withdraw_in_bulk,
)


class BulkLabelView(APIView):
    """The same class for many tasks."""

    @extend_schema(request=BulkLabelInput, responses={201: BulkLabelledShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Annotate each as the person who asks; tasks that want no answer are left out."""
        access = open_project(request.user, project_id, Action.ANNOTATE)
        done = label_in_bulk(access=access, answer=BulkAnswer.read(access, request.data))
        tell_labelled(access=access, done=done)
        body = {
            "annotations": [str(pk) for pk in done.annotations],
            "left_out": {reason: count for reason, count in done.left_out.items() if count},
            "detail": done.detail or None,
        }
        return Response(body, status=201)


class BulkWithdrawView(APIView):
    """Taking a bulk back."""

    @extend_schema(request=WithdrawInput, responses=WithdrawnShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Delete one's own annotations, so that the tasks are open again."""
        access = open_project(request.user, project_id, Action.ANNOTATE)
        given = request.data.get("annotations") if isinstance(request.data, dict) else None
        return Response({"withdrawn": withdraw_in_bulk(access=access, annotation_ids=given)})
