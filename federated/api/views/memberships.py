"""This site in federations: join, hold, leave, and what is shared."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from federated.api.payloads import membership_json, shared_json
from federated.api.shapes import JoinInput, MembershipInput, MembershipShape, SharedShape
from federated.identity.places import SitePlace
from federated.models import MembershipState
from federated.policies import SiteAccess, SiteAction, open_membership, require_at_site
from federated.selectors.memberships import membership_of_project, memberships_for
from federated.services.memberships import (
    join_federation,
    leave_federation,
    rotate_key,
    set_hold,
    set_terms_here,
)
from federated.services.preview import request_preview
from labeling.kernel.errors import NotFound
from labeling.kernel.wire import read_id
from labeling.models import Job
from labeling.policies import actor_of, open_project
from labeling.selectors.jobs import job_summary


class MembershipsView(APIView):
    """All memberships whose ledger one may read."""

    @extend_schema(responses=MembershipShape(many=True))
    def get(self, request: Request) -> Response:
        """List them by name."""
        found = memberships_for(actor_of(request.user))
        return Response({"results": [_shown(open_membership(request.user, m.pk)) for m in found]})

    @extend_schema(request=JoinInput, responses={201: MembershipShape})
    def post(self, request: Request) -> Response:
        """Accept an invitation for a project: makes the key, whose public half is in the answer."""
        given = JoinInput(data=request.data)
        given.is_valid(raise_exception=True)
        project_id = read_id(given.validated_data["project"], "project")
        access = open_project(request.user, project_id)
        require_at_site(access, SiteAction.CONNECT)
        membership = join_federation(
            project=access.project,
            invitation_text=given.validated_data["invitation"],
            data=settings.PENUMBRA_DATA,
        )
        return Response(_shown(open_membership(request.user, membership.pk)), status=201)


class MembershipView(APIView):
    """One membership."""

    @extend_schema(responses=MembershipShape)
    def get(self, request: Request, membership_id: int) -> Response:
        """Return it."""
        return Response(_shown(open_membership(request.user, membership_id)))

    @extend_schema(request=MembershipInput, responses=MembershipShape)
    def patch(self, request: Request, membership_id: int) -> Response:
        """Set budget, names of classes, and whether named peers are accepted unseen."""
        access = open_membership(request.user, membership_id)
        given = MembershipInput(data=request.data)
        given.is_valid(raise_exception=True)
        names = ("epsilon_budget", "class_mapping", "accepts_named_peers")
        now: dict[str, Any] = {name: getattr(access.membership, name) for name in names}
        set_terms_here(access=access, **(now | given.validated_data))
        return Response(_shown(access))


class HoldView(APIView):
    """Pause, cut, resume."""

    VERBS = {
        "pause": MembershipState.PAUSED,
        "cut": MembershipState.CUT,
        "resume": MembershipState.ACTIVE,
    }

    @extend_schema(request=None, responses=MembershipShape)
    def post(self, request: Request, membership_id: int, verb: str) -> Response:
        """Hold back or go on; at once."""
        access = open_membership(request.user, membership_id)
        if verb not in self.VERBS:
            raise NotFound(f"A membership is held by {', '.join(self.VERBS)}, not by {verb}.")
        membership = set_hold(access=access, state=self.VERBS[verb])
        return Response(_shown(SiteAccess(access.user, membership, access.role)))


class LeaveView(APIView):
    """Leaving."""

    @extend_schema(request=None, responses=MembershipShape)
    def post(self, request: Request, membership_id: int) -> Response:
        """Leave for good; the ledger stays."""
        access = open_membership(request.user, membership_id)
        membership = leave_federation(access=access, data=settings.PENUMBRA_DATA)
        return Response(_shown(SiteAccess(access.user, membership, access.role)))


class RotateView(APIView):
    """Another key."""

    @extend_schema(request=None, responses=MembershipShape)
    def post(self, request: Request, membership_id: int) -> Response:
        """Make the next key; it is used once the coordinator approved it."""
        access = open_membership(request.user, membership_id)
        rotate_key(access=access, data=settings.PENUMBRA_DATA)
        return Response(_shown(access))


class PreviewView(APIView):
    """The dry run."""

    @extend_schema(request=None, responses={202: dict})
    def post(self, request: Request, membership_id: int) -> Response:
        """Make up what would leave in a round and send nothing; the job's report tells."""
        access = open_membership(request.user, membership_id)
        job_id = request_preview(access=access)
        return Response({"job": job_summary(Job.objects.get(pk=job_id)).as_json()}, status=202)


class SharedView(APIView):
    """For the banner over a project."""

    @extend_schema(responses=SharedShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Tell whoever works in the project what it is part of."""
        access = open_project(request.user, project_id)
        return Response(shared_json(membership_of_project(access.project)))


def _shown(access: SiteAccess) -> dict[str, Any]:
    place = SitePlace.of(settings.PENUMBRA_DATA, access.membership.name)
    return membership_json(access, place)
