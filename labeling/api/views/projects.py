"""Projects and their members."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.projects import (
    MemberInput,
    MemberShape,
    ProjectChanges,
    ProjectInput,
    ProjectShape,
    RoleInput,
    member_payload,
    project_payload,
)
from labeling.kernel.paging import list_payload, page_by_id, read_limit
from labeling.kernel.preconditions import etag, required_revision
from labeling.models import Project, Role
from labeling.policies import Access, Action, actor_of, open_project
from labeling.selectors.projects import member_counts, projects_visible_to, roles_of
from labeling.services.idempotency import answer_once
from labeling.services.members import add_member, change_role, remove_member
from labeling.services.projects import change_project, create_project, delete_project


class ProjectsView(APIView):
    """The projects one is in."""

    @extend_schema(
        operation_id="projects_list",
        parameters=[OpenApiParameter("search"), OpenApiParameter("limit", int)],
        responses=ProjectShape(many=True),
    )
    def get(self, request: Request) -> Response:
        """List one's projects, newest first."""
        user = actor_of(request.user)
        rows = projects_visible_to(user)
        if search := request.GET.get("search", "").replace("\x00", ""):
            rows = rows.filter(name__icontains=search)
        limit = read_limit(request.GET.get("limit"))
        page = page_by_id(rows, request.GET.get("cursor"), limit, newest_first=True)
        roles, members = roles_of(user, page.rows), member_counts(page.rows)

        def payload(project: Project) -> dict[str, object]:
            return project_payload(project, roles[project.pk], members.get(project.pk, 0))

        return Response(list_payload(request._request, page, payload))

    @extend_schema(request=ProjectInput, responses={201: ProjectShape})
    def post(self, request: Request) -> Response:
        """Make a project and own it."""
        given = ProjectInput(data=request.data)
        given.is_valid(raise_exception=True)
        user = actor_of(request.user)

        def work() -> tuple[int, object]:
            project = create_project(owner=user, **given.validated_data)
            return 201, project_payload(project, Role.OWNER, 1)

        status, answer = answer_once(request=request, user=user, work=work)
        return Response(answer, status=status)


class ProjectView(APIView):
    """One project."""

    @extend_schema(responses=ProjectShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return it with its ontology; the ETag is what an edit sends as If-Match."""
        return _shown(open_project(request.user, project_id))

    @extend_schema(
        request=ProjectChanges,
        parameters=[OpenApiParameter("If-Match", location="header", required=True)],
        responses=ProjectShape,
    )
    def patch(self, request: Request, project_id: int) -> Response:
        """Change it, unless somebody did meanwhile."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        given = ProjectChanges(data=request.data)
        given.is_valid(raise_exception=True)
        project = change_project(
            access=access, changes=given.validated_data, revision=required_revision(request)
        )
        return _shown(Access(access.user, project, access.role))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project_id: int) -> Response:
        """Delete it with everything in it."""
        delete_project(access=open_project(request.user, project_id, Action.DELETE_PROJECT))
        return Response(status=204)


class MembersView(APIView):
    """Who is in a project."""

    @extend_schema(operation_id="members_list", responses=MemberShape(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        """List the members."""
        members = open_project(request.user, project_id).project.memberships.select_related("user")
        page = page_by_id(members, request.GET.get("cursor"), read_limit(request.GET.get("limit")))
        return Response(list_payload(request._request, page, member_payload))

    @extend_schema(request=MemberInput, responses={201: MemberShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Let somebody in."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        given = MemberInput(data=request.data)
        given.is_valid(raise_exception=True)
        role = Role(given.validated_data["role"])
        member = add_member(access=access, username=given.validated_data["user"], role=role)
        return Response(member_payload(member), status=201)


class MemberView(APIView):
    """One member."""

    @extend_schema(request=RoleInput, responses=MemberShape)
    def patch(self, request: Request, project_id: int, username: str) -> Response:
        """Give another role."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        given = RoleInput(data=request.data)
        given.is_valid(raise_exception=True)
        role = Role(given.validated_data["role"])
        return Response(member_payload(change_role(access=access, username=username, role=role)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project_id: int, username: str) -> Response:
        """Show somebody out, or leave."""
        remove_member(access=open_project(request.user, project_id), username=username)
        return Response(status=204)


def _shown(access: Access) -> Response:
    project = access.project
    members = member_counts([project]).get(project.pk, 0)
    answer = project_payload(project, access.role, members)
    return Response(answer, headers={"ETag": etag(project.revision)})
