"""The pre-labeling call over gRPC: same tokens, permissions and errors as over HTTP."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from asgiref.sync import sync_to_async
from google.protobuf.struct_pb2 import Struct

from active_learning.realtime import calls
from active_learning.realtime.grpc.messages import PROBLEM, as_object, as_struct
from active_learning.realtime.grpc.server import SERVICE, started
from active_learning.serving.client import Overloaded
from labeling.models import Project, Role
from labeling.services.members import remove_member
from labeling.services.users import create_token
from tests.factories.facts import make_access, make_member, make_project, make_task

pytestmark = pytest.mark.django_db(transaction=True)
made = sync_to_async
FORMS = {
    "request_serializer": Struct.SerializeToString,
    "response_deserializer": Struct.FromString,
}


@pytest.fixture(autouse=True)
def _answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def inputs(*, project: Project, inputs: Any, **more: Any) -> dict[str, Any]:
        if inputs == "busy":
            raise Overloaded("Too many.", retry_after_s=3)
        limit = more["deadline_ms"]
        return {"model_version": "m", "results": [inputs, limit and limit <= 5_000]}

    def task(*, project: Project, task: Any, **_: Any) -> dict[str, Any]:
        return {"model_version": "m", "results": [task.pk]}

    monkeypatch.setattr(calls, "prelabel_inputs", inputs)
    monkeypatch.setattr(calls, "prelabel_task", task)


@asynccontextmanager
async def channel() -> AsyncIterator[grpc.aio.Channel]:
    server, port = await started("127.0.0.1", 0)
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as line:
        yield line
    await server.stop(0)


async def made_project() -> tuple[Project, Any, list[tuple[str, str]]]:
    project = await made(make_project)()
    user = await made(make_member)(project)
    key = (await made(create_token)(user=user, name="bench", scopes=[]))[1]
    return project, user, [("authorization", f"Token {key}")]


async def refused(line: grpc.aio.Channel, call: dict[str, Any], metadata: Any) -> grpc.RpcError:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await line.unary_unary(f"/{SERVICE}/Prelabel", **FORMS)(as_struct(call), metadata=metadata)
    return error.value


def problem_of(error: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(dict(error.trailing_metadata())[PROBLEM])
    return found


async def test_a_call_is_answered_within_its_own_deadline_or_that_of_the_connection() -> None:
    project, _, token = await made_project()
    task = await made(make_task)(project)
    async with channel() as line:
        ask = line.unary_unary(f"/{SERVICE}/Prelabel", **FORMS)
        call = {"project": str(project.pk), "inputs": [{"data": {"n": 3}}]}
        answer = as_object(await ask(as_struct(call), metadata=token))
        assert answer == {"model_version": "m", "results": [[{"data": {"n": 3}}], None]}
        in_time = as_object(await ask(as_struct(call), metadata=token, timeout=4))
        assert in_time["results"][1] is True
        asked = {"project": project.pk, "task": str(task.pk)}
        stored = as_object(await ask(as_struct(asked), metadata=token))
        assert stored["results"] == [task.pk]


async def test_what_is_refused_has_a_status_and_the_problem_beside_it() -> None:
    project, user, token = await made_project()
    async with channel() as line:
        call = {"project": str(project.pk), "inputs": []}
        nobody = await refused(line, call, [("authorization", "Token none")])
        assert nobody.code() is grpc.StatusCode.UNAUTHENTICATED
        assert problem_of(nobody)["code"] == "not_signed_in"
        assert (await refused(line, call, [])).code() is grpc.StatusCode.UNAUTHENTICATED
        wrong = await refused(line, call | {"deadline_ms": -1}, token)
        assert wrong.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert problem_of(wrong)["errors"][0]["pointer"] == "/deadline_ms"
        assert (await refused(line, {"inputs": []}, token)).details().startswith("/project")
        busy = await refused(line, call | {"inputs": "busy"}, token)
        assert busy.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert dict(busy.trailing_metadata())["retry-after"] == "3"
        viewer = await made(make_member)(project, Role.VIEWER)
        key = (await made(create_token)(user=viewer, name="v", scopes=[]))[1]
        mayn_t = await refused(line, call, [("authorization", f"Token {key}")])
        assert mayn_t.code() is grpc.StatusCode.PERMISSION_DENIED
        owner = await made(make_access)(project, Role.OWNER)
        await made(remove_member)(access=owner, username=user.username)
        assert (await refused(line, call, token)).code() is grpc.StatusCode.NOT_FOUND


async def test_a_stream_is_answered_by_number_and_survives_what_is_wrong() -> None:
    project, _, token = await made_project()

    async def asked() -> AsyncIterator[Struct]:
        for number, inputs in enumerate(([1], "busy", [2])):
            yield as_struct({"id": number, "project": str(project.pk), "inputs": inputs})

    async with channel() as line:
        stream = line.stream_stream(f"/{SERVICE}/PrelabelStream", **FORMS)
        heard = [as_object(one) async for one in stream(asked(), metadata=token)]
    answers = {one["id"]: one for one in heard}
    assert answers[0]["results"][0] == [1]
    assert answers[2]["results"][0] == [2]
    assert (answers[1]["error"]["code"], answers[1]["error"]["retry_after_s"]) == ("busy", 3)
