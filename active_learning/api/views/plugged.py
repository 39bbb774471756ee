"""Models that people bring: plug in, declare, forget. They go live as pre-labelers."""

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from active_learning.api.serializers.plugged import (
    PluggedChange,
    PluggedListShape,
    PluggedShape,
    PlugInput,
)
from active_learning.selectors.plugged import get_plugged, lent_folders, plugged_as_json
from active_learning.services.plug_models import (
    change_plugged,
    plug_file,
    plug_lent_folder,
    plug_server,
    remove_plugged,
)
from labeling.kernel.errors import BadInput
from labeling.kernel.wire import WireParser
from labeling.policies import Action, open_project


class PluggedModelsView(APIView):
    """The brought models of a project."""

    parser_classes = [MultiPartParser, WireParser]

    @extend_schema(responses=PluggedListShape)
    def get(self, request: Request, project_id: int) -> Response:
        """Return them, the newest first."""
        access = open_project(request.user, project_id)
        rows = access.project.plugged_models.select_related("project").order_by("-pk")
        results = [plugged_as_json(row) for row in rows]
        return Response({"results": results, "folders": lent_folders()})

    @extend_schema(request=PlugInput, responses={201: PluggedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Take a file or an address; a job finds out what it takes and gives."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        given = PlugInput(data=request.data)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        kind = values["kind"]
        wanted = kind if kind in {"file", "folder"} else "url"
        if wanted not in values:
            named = {"file": "file", "folder": "folder's name"}.get(kind, "address")
            detail = f"Send the {named} as `{wanted}`."
            raise BadInput(detail, errors=[{"pointer": f"/{wanted}", "detail": detail}])
        head = {name: values[name] for name in ("name", "field")}
        head |= {"project": access.project, "user": access.user}
        if kind == "folder":
            plugged = plug_lent_folder(**head, folder=values["folder"])
        elif kind == "file":
            plugged = plug_file(**head, file=values["file"], tokenizer=values.get("tokenizer"))
        else:
            plugged = plug_server(**head, kind=kind, url=values["url"], secret=values["secret"])
        return Response(plugged_as_json(plugged), status=201)


class PluggedModelView(APIView):
    """One brought model."""

    @extend_schema(responses=PluggedShape)
    def get(self, request: Request, project_id: int, plugged_id: int) -> Response:
        """Return how it stands."""
        access = open_project(request.user, project_id)
        return Response(plugged_as_json(get_plugged(access.project, plugged_id)))

    @extend_schema(request=PluggedChange, responses=PluggedShape)
    def patch(self, request: Request, project_id: int, plugged_id: int) -> Response:
        """Rename it, or say how it is fed and read."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        asked = PluggedChange(data=request.data)
        asked.is_valid(raise_exception=True)
        plugged = get_plugged(access.project, plugged_id)
        return Response(plugged_as_json(change_plugged(plugged=plugged, **asked.validated_data)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project_id: int, plugged_id: int) -> Response:
        """Forget it."""
        access = open_project(request.user, project_id, Action.CHANGE_PROJECT)
        remove_plugged(plugged=get_plugged(access.project, plugged_id))
        return Response(status=204)
