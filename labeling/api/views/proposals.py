"""What in other fields may belong to a region."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.proposals import ProposalsInput, ProposalsShape, proposed_payload
from labeling.kernel.errors import BadInput
from labeling.policies import Action, open_task
from labeling.services.proposals.propose import propose, read_ask


class ProposalsView(APIView):
    """Proposals for a region of unsaved work."""

    @extend_schema(request=ProposalsInput, responses=ProposalsShape)
    def post(self, request: Request, task_id: int) -> Response:
        """Return regions of other fields, new ones or ones sent, that may be the same object."""
        access, task = open_task(request.user, task_id, Action.ANNOTATE)
        content, region = _read(request.data)
        ask = read_ask(project=access.project, task=task, content=content, region_id=region)
        return Response(proposed_payload(propose(ask)))


def _read(data: Any) -> tuple[dict[str, Any], Any]:
    if not isinstance(data, dict):
        raise BadInput('Send {"regions": [...], "relations": [...], "region": id}.')
    content = {key: data.get(key) or [] for key in ("regions", "relations")}
    return {**content, "frames": data.get("frames")}, data.get("region")
