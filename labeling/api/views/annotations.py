"""Stored answers: edits, history, reviews."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.work import (
    AnnotationShape,
    AnswerInput,
    ReviewInput,
    ReviewShape,
    RevisionShape,
    annotation_payload,
    read_answer,
    review_payload,
    revision_payload,
)
from labeling.kernel.errors import BadInput
from labeling.kernel.preconditions import etag, required_revision
from labeling.models import Annotation, Verdict
from labeling.policies import Action, open_annotation
from labeling.services.drafts import AnswerContent
from labeling.services.idempotency import answer_once
from labeling.services.revise_annotation import (
    delete_annotation,
    review_annotation,
    revise_annotation,
)
from labeling.services.withdraw_review import withdraw_review

IF_MATCH = OpenApiParameter("If-Match", location="header", required=True)


class AnnotationView(APIView):
    """One person's whole answer to a task."""

    @extend_schema(responses=AnnotationShape)
    def get(self, request: Request, annotation_id: int) -> Response:
        """Return it."""
        _, annotation = open_annotation(request.user, annotation_id)
        return _shown(annotation)

    @extend_schema(request=AnswerInput, parameters=[IF_MATCH], responses=AnnotationShape)
    def patch(self, request: Request, annotation_id: int) -> Response:
        """Edit it, unless somebody did meanwhile; what is left out stays."""
        access, annotation = open_annotation(request.user, annotation_id)
        revised = revise_annotation(
            access=access,
            annotation=annotation,
            content=_merged(annotation, request.data),
            revision=required_revision(request),
        )
        revised.annotator = annotation.annotator
        return _shown(revised)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, annotation_id: int) -> Response:
        """Take it back."""
        access, annotation = open_annotation(request.user, annotation_id)
        delete_annotation(access=access, annotation=annotation)
        return Response(status=204)


class HistoryView(APIView):
    """The edits of an answer."""

    @extend_schema(operation_id="annotation_history", responses=RevisionShape(many=True))
    def get(self, request: Request, annotation_id: int) -> Response:
        """List them: who, when, before, after."""
        _, annotation = open_annotation(request.user, annotation_id)
        edits = annotation.history.select_related("actor").order_by("revision")
        return Response([revision_payload(edit) for edit in edits])


class ReviewsView(APIView):
    """Verdicts on an answer."""

    @extend_schema(request=ReviewInput, responses={201: ReviewShape})
    def post(self, request: Request, annotation_id: int) -> Response:
        """Accept, reject or fix it."""
        access, annotation = open_annotation(request.user, annotation_id)
        access.require(Action.REVIEW)
        given = ReviewInput(data=request.data)
        given.is_valid(raise_exception=True)
        verdict = Verdict(given.validated_data["verdict"])
        content = _correction(annotation, verdict, request.data)

        def work() -> tuple[int, object]:
            review = review_annotation(
                access=access,
                annotation=annotation,
                verdict=verdict,
                comment=given.validated_data["comment"],
                content=content,
            )
            return 201, review_payload(review)

        status, answer = answer_once(request=request, user=access.user, work=work)
        return Response(answer, status=status)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, annotation_id: int) -> Response:
        """Take one's own newest verdict back; the answer stands as before."""
        access, annotation = open_annotation(request.user, annotation_id)
        withdraw_review(access=access, annotation=annotation)
        return Response(status=204)


def _correction(annotation: Annotation, verdict: Verdict, data: object) -> AnswerContent | None:
    keys = ("regions", "relations", "answers")
    brings = isinstance(data, dict) and any(key in data for key in keys)
    if verdict == Verdict.FIX and not brings:
        raise BadInput("A fix brings the corrected regions, relations or answers.")
    if verdict != Verdict.FIX and brings:
        raise BadInput('Only the verdict "fix" changes content.')
    return _merged(annotation, data) if brings else None


def _merged(annotation: Annotation, data: object) -> AnswerContent:
    """Return the new content, with what the body leaves out as it stands."""
    stored = {
        "regions": annotation.regions,
        "relations": annotation.relations,
        "answers": annotation.answers,
    }
    return read_answer(stored | data if isinstance(data, dict) else data)


def _shown(annotation: Annotation) -> Response:
    return Response(annotation_payload(annotation), headers={"ETag": etag(annotation.revision)})
