"""Exams, attempts, skills, pauses."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.routing_shapes import (
    DecisionInput,
    ExamInput,
    SkillInput,
    attempt_payload,
    exam_payload,
    page_payload,
    skill_payload,
)
from annotators.selectors.exam_page import exam_page
from annotators.services.exams import (
    decide_attempt,
    delete_exam,
    leave_exam,
    save_exam,
    start_exam,
)
from annotators.services.skills import grant_skill, take_skill
from labeling.kernel.wire import read_id
from labeling.policies import Action, open_project


class ExamsView(APIView):
    """The exams of a project."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, project_id: int) -> Response:
        """Return the exams with one's own standing; to managers also what waits for them."""
        access = open_project(request.user, project_id)
        return Response(page_payload(exam_page(access, timezone.now())))

    @extend_schema(request=ExamInput, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, project_id: int) -> Response:
        """Make an exam."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        given = ExamInput(data=request.data)
        given.is_valid(raise_exception=True)
        exam = save_exam(access=access, values=given.validated_data)
        return Response(exam_payload(exam), status=201)


class ExamView(APIView):
    """One exam."""

    @extend_schema(request=ExamInput, responses=OpenApiTypes.OBJECT)
    def patch(self, request: Request, project_id: int, exam_id: int) -> Response:
        """Change its terms."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        given = ExamInput(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        exam = save_exam(access=access, values=given.validated_data, exam_id=exam_id)
        return Response(exam_payload(exam))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project_id: int, exam_id: int) -> Response:
        """Delete it; what people earned stays theirs."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        delete_exam(access=access, exam_id=exam_id)
        return Response(status=204)


class StartExamView(APIView):
    """Sitting an exam."""

    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int, exam_id: int) -> Response:
        """Begin, or go on: the next tasks that one asks for are its questions."""
        access = open_project(request.user, project_id, Action.ANNOTATE)
        attempt = start_exam(access=access, exam_id=exam_id, now=timezone.now())
        return Response(attempt_payload(attempt))


class LeaveExamView(APIView):
    """Leaving an exam."""

    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int, exam_id: int) -> Response:
        """End one's attempt; it counts."""
        access = open_project(request.user, project_id, Action.ANNOTATE)
        attempt = leave_exam(access=access, exam_id=exam_id, now=timezone.now())
        return Response(attempt_payload(attempt))


class DecideAttemptView(APIView):
    """What an interval left open."""

    @extend_schema(request=DecisionInput, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, project_id: int, attempt_id: int) -> Response:
        """Pass or fail an attempt by a manager's word."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        given = DecisionInput(data=request.data)
        given.is_valid(raise_exception=True)
        attempt = decide_attempt(
            access=access, attempt_id=attempt_id, now=timezone.now(), **given.validated_data
        )
        return Response(attempt_payload(attempt))


class SkillsView(APIView):
    """Skills that managers grant."""

    @extend_schema(request=SkillInput, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, project_id: int) -> Response:
        """Grant one."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        given = SkillInput(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        row = grant_skill(
            access=access, user_id=read_id(asked["user"], "/user"), skill=asked["skill"]
        )
        return Response(skill_payload(row), status=201)


class SkillView(APIView):
    """One person's skill."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project_id: int, qualification_id: int) -> Response:
        """Take it back."""
        access = open_project(request.user, project_id, Action.CHANGE_MEMBERS)
        take_skill(access=access, qualification_id=qualification_id)
        return Response(status=204)
