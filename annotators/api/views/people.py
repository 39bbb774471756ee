"""One person in one project: for those who answer for it, and for the person."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.person_shapes import (
    ManagedPersonShape,
    OwnPageShape,
    managed_payload,
    own_payload,
)
from annotators.selectors.person_page import person_page
from annotators.services.refresh import refresh_when_stale
from labeling.policies import Action, open_project


class PersonView(APIView):
    """Somebody's ability, pace, habits and mistakes."""

    @extend_schema(responses=ManagedPersonShape)
    def get(self, request: Request, project_id: int, username: str) -> Response:
        """Return what is known of a member, or of a former one."""
        access = open_project(request.user, project_id, Action.SEE_ANNOTATORS)
        refresh_when_stale(project=access.project)
        page = person_page(access.project, username, timezone.now())
        return Response(managed_payload(page))


class OwnPageView(APIView):
    """One's own figures."""

    @extend_schema(responses=OwnPageShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return what is known of oneself, and nothing of others."""
        access = open_project(request.user, project_id)
        refresh_when_stale(project=access.project)
        now = timezone.now()
        page = person_page(access.project, access.user.username, now)
        return Response(own_payload(page, now.date()))
