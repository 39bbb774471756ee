"""Federations, at their coordinator."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from federated.api.payloads import federation_json, forecast_json
from federated.api.shapes import (
    FederationChange,
    FederationInput,
    FederationShape,
    ForecastShape,
    TermsInput,
)
from federated.models import Federation
from federated.policies import open_coordinator, open_federation
from federated.selectors.forecasts import forecast_run
from federated.services.federations import (
    create_federation,
    delete_federation,
    read_plan,
    rename_federation,
    revise_terms,
)
from labeling.kernel.errors import BadInput
from labeling.kernel.wire import read_id
from labeling.policies import open_project
from labeling.selectors.ontologies import ontology_of


class FederationsView(APIView):
    """All of them."""

    @extend_schema(responses=FederationShape(many=True))
    def get(self, request: Request) -> Response:
        """List the federations of this coordinator."""
        open_coordinator(request.user)
        found = Federation.objects.order_by("name")
        return Response({"results": [federation_json(one) for one in found]})

    @extend_schema(request=FederationInput, responses={201: FederationShape})
    def post(self, request: Request) -> Response:
        """Make one, about an ontology or about that of one of one's projects."""
        user = open_coordinator(request.user)
        given = FederationInput(data=request.data)
        given.is_valid(raise_exception=True)
        facts: dict[str, Any] = given.validated_data
        project = facts.pop("project", None)
        if project is not None:
            access = open_project(request.user, read_id(project, "project"))
            facts["ontology"] = dict(ontology_of(access.project).document)
        if "ontology" not in facts:
            raise BadInput(
                "ontology: an ontology, or `project` to take one from.",
                errors=[{"pointer": "/ontology", "detail": "Give an ontology or a project."}],
            )
        return Response(federation_json(create_federation(user=user, **facts)), status=201)


class FederationView(APIView):
    """One."""

    @extend_schema(responses=FederationShape)
    def get(self, request: Request, federation_id: int) -> Response:
        """Return it with how it stands."""
        return Response(federation_json(open_federation(request.user, federation_id)))

    @extend_schema(request=FederationChange, responses=FederationShape)
    def patch(self, request: Request, federation_id: int) -> Response:
        """Change its name, or the terms that new runs start from."""
        federation = open_federation(request.user, federation_id)
        given = FederationChange(data=request.data)
        given.is_valid(raise_exception=True)
        if name := given.validated_data.get("name"):
            federation = rename_federation(federation=federation, name=name)
        if terms := given.validated_data["terms"]:
            federation = revise_terms(federation=federation, terms=terms)
        return Response(federation_json(federation))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, federation_id: int) -> Response:
        """Forget it, its runs and its shared models."""
        delete_federation(federation=open_federation(request.user, federation_id))
        return Response(status=204)


class ForecastView(APIView):
    """What a run would cost."""

    @extend_schema(request=TermsInput, responses=ForecastShape)
    def post(self, request: Request, federation_id: int) -> Response:
        """Return obstacles, bytes, seconds and epsilon of a run on these terms."""
        federation = open_federation(request.user, federation_id)
        plan = read_plan(_terms(request), federation=federation)
        return Response(forecast_json(forecast_run(federation, plan), plan))


def _terms(request: Request) -> dict[str, Any]:
    given = TermsInput(data=request.data)
    given.is_valid(raise_exception=True)
    terms: dict[str, Any] = given.validated_data["terms"]
    return terms
