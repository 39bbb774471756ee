"""Imports: a look at a file, then the job that creates its tasks."""

import json
from collections.abc import Mapping
from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.imports import ImportInput, PreviewInput, PreviewShape, StartedShape
from labeling.formats.base import ImportOptions
from labeling.formats.exact_json import encode
from labeling.kernel.errors import BadInput
from labeling.kernel.wire import WireParser, read_id, refuse_unstorable
from labeling.models import Job, Upload
from labeling.policies import Access, Action, open_project
from labeling.selectors.jobs import job_summary
from labeling.services.import_preview import preview_upload
from labeling.services.imports import start_import
from labeling.services.uploads import get_upload, store_bytes, store_upload
from labeling.services.url_imports import start_url_preview


class PreviewView(APIView):
    """An upload as it would be read; nothing is created."""

    parser_classes = [MultiPartParser, WireParser]

    @extend_schema(request=PreviewInput, responses={200: PreviewShape, 202: StartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Keep the file for the import, and show what is in it; a URL's by the job's report."""
        access = open_project(request.user, project_id, Action.IMPORT)
        given = PreviewInput(data=_fields(request))
        given.is_valid(raise_exception=True)
        values, options = given.validated_data, _options(given.validated_data)
        if _sent(request, values) == "url":
            job_id = start_url_preview(
                access=access, url=values["url"], format=values["format"], options=options
            )
            return _started(job_id)
        upload = _upload(access, request, values)
        preview = preview_upload(
            project=access.project, upload=upload, format=values["format"], options=options
        )
        return Response(preview.as_json())


class ImportsView(APIView):
    """Imports of a project."""

    parser_classes = [MultiPartParser, WireParser]

    @extend_schema(request=ImportInput, responses={202: StartedShape})
    def post(self, request: Request, project_id: int) -> Response:
        """Start the import of an upload, of files, of a list of tasks, or of a URL."""
        access = open_project(request.user, project_id, Action.IMPORT)
        given = ImportInput(data=_fields(request))
        given.is_valid(raise_exception=True)
        values = given.validated_data
        sent = _sent(request, values)
        job_id = start_import(
            access=access,
            upload=None if sent == "url" else _upload(access, request, values),
            url=values["url"] if sent == "url" else "",
            format="jsonl" if "tasks" in given.validated_data else given.validated_data["format"],
            options=_options(given.validated_data),
            on_error=given.validated_data["on_error"],
        )
        return _started(job_id)


def _started(job_id: int) -> Response:
    return Response({"job": job_summary(Job.objects.get(pk=job_id)).as_json()}, status=202)


def _fields(request: Request) -> dict[str, Any]:
    """Return the body; in a form `mapping` and `tasks` are JSON, and files are no fields."""
    if not request.FILES and not hasattr(request.data, "getlist"):
        if not isinstance(request.data, Mapping):
            raise BadInput('Send an object such as {"tasks": [...]}, or a form with `file`.')
        return dict(request.data)
    form = cast("Mapping[str, Any]", request.data)  # a form, as its files were found above
    fields = {key: value for key, value in form.items() if key != "file"}
    for key in {"mapping", "tasks"} & fields.keys():
        try:
            fields[key] = json.loads(fields[key])
        except (TypeError, ValueError) as error:
            raise BadInput(f"{key} must be JSON: {error}.") from error
    refuse_unstorable(fields)
    return fields


def _sent(request: Request, given: Mapping[str, Any]) -> str:
    """Name the one thing that was sent."""
    sent = [key for key in ("upload", "text", "tasks", "url") if key in given]
    sent += ["file"] if request.FILES.getlist("file") else []
    if len(sent) != 1:
        raise BadInput("Send exactly one of: the part `file`, upload, text, tasks, url.")
    return sent[0]


def _upload(access: Access, request: Request, given: Mapping[str, Any]) -> Upload:
    """Return the one thing that was sent, as an upload."""
    match _sent(request, given):
        case "upload":
            return get_upload(access.project, read_id(given["upload"], "upload"))
        case "text":
            return store_bytes(access=access, name="pasted text", data=given["text"].encode())
        case "tasks":
            lines = b"".join(encode(task) + b"\n" for task in given["tasks"])
            return store_bytes(access=access, name="tasks.jsonl", data=lines)
        case _:
            return store_upload(access=access, files=request.FILES.getlist("file"))


def _options(given: Mapping[str, Any]) -> ImportOptions:
    return ImportOptions(given["encoding"], given["delimiter"], given["mapping"])
