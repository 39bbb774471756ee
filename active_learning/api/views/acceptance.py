"""Accepting labels under a bound: state, policy, look, accept, undo."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.acceptance import (
    AcceptanceJobShape,
    AcceptanceLookShape,
    AcceptancePageShape,
    AcceptancePolicyShape,
    AskAuditsInput,
    AskedAuditsShape,
)
from active_learning.selectors.acceptance_page import acceptance_page, look_shape, policy_shape
from active_learning.selectors.acceptance_question import (
    Obstacle,
    acceptance_question,
    policy_of,
)
from active_learning.services.acceptance_looks import look_at_audits, request_acceptance
from active_learning.services.acceptance_policy import state_policy
from active_learning.services.ask_audits import ask_audits
from active_learning.services.undo_acceptance import get_acceptance, request_undo
from labeling.kernel.errors import BadInput
from labeling.models import Job
from labeling.policies import Access, Action, open_project
from labeling.selectors.jobs import job_summary


class AcceptanceView(APIView):
    """The state with its ledger, and the bound."""

    @extend_schema(responses=AcceptancePageShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return bound, audit labels, the newest look, calibration and the ledger."""
        return Response(acceptance_page(_enter(request, project_id).project))

    @extend_schema(request=AcceptancePolicyShape, responses=AcceptancePolicyShape)
    def put(self, request: Request, project_id: int) -> Response:
        """State the bound; what is not named stays."""
        access = _enter(request, project_id)
        if not isinstance(request.data, Mapping):
            raise BadInput('Send an object such as {"alpha": 0.01, "delta": 0.05}.')
        changes: Mapping[str, Any] = request.data
        return Response(policy_shape(state_policy(access=access, changes=changes)))


class AcceptancePreviewView(APIView):
    """What would be accepted."""

    @extend_schema(request=None, responses=AcceptanceLookShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Look at the audit labels: with today's labels, how many could be accepted?"""
        access = _enter(request, project_id)
        look = look_at_audits(project=access.project, user_id=access.user.pk)
        question = acceptance_question(access.project)
        asked = None if isinstance(question, Obstacle) else question
        return Response(look_shape(look, asked, policy_of(access.project)))


class AcceptView(APIView):
    """Accepting."""

    @extend_schema(request=None, responses={202: AcceptanceJobShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Accept what the newest look allows."""
        access = _enter(request, project_id)
        return _started(request_acceptance(project=access.project, user_id=access.user.pk))


class UndoAcceptanceView(APIView):
    """Undoing."""

    @extend_schema(request=None, responses={202: AcceptanceJobShape})
    def post(self, request: Request, project_id: int, acceptance_id: int) -> Response:
        """Return everything that one acceptance took to the queue."""
        access = _enter(request, project_id)
        acceptance = get_acceptance(access.project, acceptance_id)
        return _started(
            request_undo(acceptance=acceptance, reason="person", user_id=access.user.pk)
        )


class AskAuditsView(APIView):
    """Random labels next."""

    @extend_schema(request=AskAuditsInput, responses=AskedAuditsShape)
    def post(self, request: Request, project_id: int) -> Response:
        """Bring hold-out tasks to the top of the queue."""
        access = _enter(request, project_id)
        asked = AskAuditsInput(data=request.data)
        asked.is_valid(raise_exception=True)
        return Response({"asked": ask_audits(access=access, **asked.validated_data)})


def _enter(request: Request, project_id: int) -> Access:
    return open_project(request.user, project_id, Action.ACCEPT_LABELS)


def _started(job_id: int) -> Response:
    return Response({"job": job_summary(Job.objects.get(pk=job_id)).as_json()}, status=202)
