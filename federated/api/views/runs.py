"""Runs, their rounds, and the models that came of them."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from federated.api.payloads import model_json, round_json, run_json
from federated.api.shapes import ModelShape, RoundShape, RunInput, RunShape
from federated.models import RunKind, SharedModel
from federated.policies import open_federation, open_run
from federated.selectors.shared_models import model_content
from federated.services.federations import request_run, stop_run
from labeling.kernel.errors import NotFound
from labeling.kernel.paging import list_payload, page_by_id, read_limit
from labeling.policies import actor_of

PAGED = [OpenApiParameter(name, OpenApiTypes.STR) for name in ("cursor", "limit")]


class RunsView(APIView):
    """All runs of a federation."""

    @extend_schema(parameters=PAGED, responses=RunShape(many=True))
    def get(self, request: Request, federation_id: int) -> Response:
        """Return a page, the newest first; `?kind=train` leaves out checks."""
        runs = open_federation(request.user, federation_id).runs.select_related("created_by")
        runs = runs.prefetch_related("rounds__model")
        if (kind := request.query_params.get("kind")) in RunKind.values:
            runs = runs.filter(kind=kind)
        limit = read_limit(request.query_params.get("limit"))
        page = page_by_id(runs, request.query_params.get("cursor"), limit, newest_first=True)
        return Response(list_payload(request._request, page, run_json))

    @extend_schema(request=RunInput, responses={201: RunShape})
    def post(self, request: Request, federation_id: int) -> Response:
        """Start a run on these terms, or ask the sites what they are (kind "check")."""
        federation = open_federation(request.user, federation_id)
        given = RunInput(data=request.data)
        given.is_valid(raise_exception=True)
        run = request_run(
            federation=federation,
            user=actor_of(request.user),
            kind=RunKind(given.validated_data["kind"]),
            terms=given.validated_data["terms"],
        )
        return Response(run_json(run), status=201)


class RunView(APIView):
    """One run."""

    @extend_schema(responses=RunShape)
    def get(self, request: Request, federation_id: int, run_id: int) -> Response:
        """Return it."""
        return Response(run_json(open_run(request.user, federation_id, run_id)))


class StopRunView(APIView):
    """Stopping."""

    @extend_schema(request=None, responses=RunShape)
    def post(self, request: Request, federation_id: int, run_id: int) -> Response:
        """Ask it to stop; models of its rounds stay."""
        run = open_run(request.user, federation_id, run_id)
        return Response(run_json(stop_run(run=run)))


class RoundsView(APIView):
    """The rounds of a run."""

    @extend_schema(responses=RoundShape(many=True))
    def get(self, request: Request, federation_id: int, run_id: int) -> Response:
        """List all of them in order; attempts that failed are among them."""
        run = open_run(request.user, federation_id, run_id)
        rounds = run.rounds.select_related("model").order_by("number")
        return Response({"results": [round_json(one) for one in rounds]})


class ModelsView(APIView):
    """The models that came of rounds."""

    @extend_schema(parameters=PAGED, responses=ModelShape(many=True))
    def get(self, request: Request, federation_id: int) -> Response:
        """Return a page, the newest first."""
        federation = open_federation(request.user, federation_id)
        models = SharedModel.objects.filter(federation=federation).select_related("round")
        limit = read_limit(request.query_params.get("limit"))
        page = page_by_id(models, request.query_params.get("cursor"), limit, newest_first=True)
        return Response(list_payload(request._request, page, model_json))


class ModelFileView(APIView):
    """A model to take along."""

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, federation_id: int, model_id: int) -> HttpResponse:
        """Return its weights as safetensors."""
        federation = open_federation(request.user, federation_id)
        model = SharedModel.objects.filter(federation=federation, pk=model_id).first()
        if model is None:
            raise NotFound("This federation has no such model.")
        answer = HttpResponse(model_content(model), content_type="application/octet-stream")
        name = f"federation-{federation.pk}-model-{model.number}.safetensors"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
