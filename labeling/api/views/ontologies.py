"""Ontologies: reading foreign ones, checking, seeing what a change touches; templates."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.ontologies import (
    CheckAnswer,
    DryRunAnswer,
    OntologyInput,
    ReadAnswer,
    TemplateShape,
    TextInput,
    template_payload,
)
from labeling.kernel.errors import BadInput
from labeling.ontology.readers.detect import read_ontology as read_any
from labeling.ontology.schema import OntologyError, parse_ontology
from labeling.ontology.templates import load_templates
from labeling.policies import Action, open_project
from labeling.selectors.ontologies import bad_ontology, read_ontology
from labeling.selectors.ontology_changes import changes_of


class TemplatesView(APIView):
    """What a project can start from."""

    @extend_schema(operation_id="templates_list", responses=TemplateShape(many=True))
    def get(self, request: Request) -> Response:
        """List them."""
        return Response([template_payload(template) for template in load_templates()])


class ReadOntologyView(APIView):
    """Ontologies in other tools' words."""

    @extend_schema(request=TextInput, responses=ReadAnswer)
    def post(self, request: Request) -> Response:
        """Read Penumbra JSON or YAML, Label Studio XML or CVAT JSON; say what got lost."""
        given = TextInput(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            result = read_any(given.validated_data["text"])
        except OntologyError as error:
            raise bad_ontology(error) from error
        dropped = [{"what": item.what, "why": item.why} for item in result.dropped]
        return Response({"ontology": result.document, "source": result.source, "dropped": dropped})


class CheckOntologyView(APIView):
    """Whether an ontology is sound."""

    @extend_schema(request=OntologyInput, responses=CheckAnswer)
    def post(self, request: Request) -> Response:
        """Tell every fault at its place; a faulty one is no error of the request."""
        try:
            parse_ontology(_document(request))
        except OntologyError as error:
            errors = [{"pointer": p.pointer, "detail": p.detail} for p in error.problems]
            return Response({"ok": False, "errors": errors})
        return Response({"ok": True, "errors": []})


class DryRunView(APIView):
    """A change of ontology before it is made."""

    @extend_schema(request=OntologyInput, responses={200: DryRunAnswer, 400: OpenApiTypes.OBJECT})
    def post(self, request: Request, project_id: int) -> Response:
        """Count what it would touch."""
        access = open_project(request.user, project_id, Action.CHANGE_ONTOLOGY)
        ontology = read_ontology(_document(request))
        touched = changes_of(access.project, ontology)
        return Response({"changes": [change.as_json() for change in touched]})


def _document(request: Request) -> object:
    if not isinstance(request.data, dict) or "ontology" not in request.data:
        raise BadInput('Send {"ontology": ...}.')
    document: object = request.data["ontology"]
    return document
