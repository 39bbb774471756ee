"""Many calls over one connection: answered by number, refused as the REST call refuses."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter

from active_learning.realtime import calls, prelabel
from active_learning.realtime.routing import websocket_urls
from labeling.kernel.errors import Conflict
from labeling.models import Project, Role, User
from labeling.realtime.door import SocketDoor
from labeling.services.members import remove_member
from labeling.services.users import create_token
from tests.factories.facts import make_access, make_member, make_project, make_task, make_user
from tests.factories.socket import Socket

pytestmark = pytest.mark.django_db(transaction=True)
made = sync_to_async
Answers = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def _answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model's answer is the REST call's test; here it says what it was asked."""

    def inputs(*, project: Project, inputs: Any, **more: Any) -> dict[str, Any]:
        if inputs == "no model":
            raise Conflict("There is none.", code="no_model")
        return {"model_version": "m", "results": [inputs, more["deadline_ms"]]}

    def task(*, project: Project, task: Any, **_: Any) -> dict[str, Any]:
        return {"model_version": "m", "results": [task.pk]}

    monkeypatch.setattr(calls, "prelabel_inputs", inputs)
    monkeypatch.setattr(calls, "prelabel_task", task)


@asynccontextmanager
async def line(project: Project, user: User | None = None, key: str = "") -> AsyncIterator[Socket]:
    inside = URLRouter(websocket_urls)
    door = SocketDoor(inside) if key else inside
    socket = Socket(door, f"/ws/projects/{project.pk}/prelabel/", user)
    if key:
        socket.scope["headers"] = [(b"authorization", f"Token {key}".encode())]
    assert await socket.connect()
    try:
        yield socket
    finally:
        await socket.hang_up()


async def test_calls_are_answered_by_their_number_and_tasks_too() -> None:
    project = await made(make_project)()
    task = await made(make_task)(project)
    user = await made(make_member)(project)
    async with line(project, user) as socket:
        await socket.say({"id": 7, "inputs": [{"text": "x"}], "deadline_ms": 50})
        await socket.say({"id": "t", "task": str(task.pk)})
        heard = {(answer := await socket.hear())["id"]: answer for _ in range(2)}
    assert heard[7] == {"id": 7, "model_version": "m", "results": [[{"text": "x"}], 50.0]}
    assert heard["t"]["results"] == [task.pk]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ({"id": 1, "inputs": "no model"}, "no_model"),
        ({"id": 1, "inputs": [], "deadline_ms": -1}, "bad_input"),
        ({"id": 1, "task": "x"}, "bad_input"),
        ({"id": [1], "inputs": []}, "bad_input"),
        ([], "bad_input"),
    ],
)
async def test_what_is_wrong_is_told_as_a_problem_and_the_line_stays(call: Any, code: str) -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)
    async with line(project, user) as socket:
        await socket.say(call)
        assert (await socket.hear())["error"]["code"] == code
        await socket.say_text("no json")
        assert (await socket.hear())["error"]["status"] == 400
        await socket.say({"id": 2, "inputs": []})
        assert (await socket.hear())["id"] == 2


async def test_viewers_strangers_and_nobody_are_shown_out() -> None:
    project = await made(make_project)()
    viewer = await made(make_member)(project, Role.VIEWER)
    stranger = await made(make_user)()
    for user, code in ((viewer, 4403), (stranger, 4403), (None, 4401)):
        async with line(project, user) as socket:
            assert await socket.closing_code() == code


async def test_a_token_opens_until_its_owner_is_shown_out() -> None:
    project = await made(make_project)()
    access = await made(make_access)(project)
    _, key = await made(create_token)(user=access.user, name="x", scopes=[])
    async with line(project, key=key) as socket:
        await socket.say({"inputs": []})
        assert (await socket.hear())["model_version"] == "m"
        owner = await made(lambda: make_access(project, Role.OWNER))()
        await made(remove_member)(access=owner, username=access.user.username)
        await socket.say({"inputs": []})
        assert (await socket.hear())["error"]["status"] == 404
    _, reading = await made(create_token)(user=owner.user, name="r", scopes=["read"])
    async with line(project, key=reading) as socket:
        assert await socket.closing_code() == 4403
    async with line(project, key="wrong") as socket:
        assert await socket.closing_code() == 4401


async def test_more_calls_than_may_wait_are_refused_with_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)
    released = asyncio.Event()

    async def slow(work: Any, *given: Any) -> Any:
        if given:
            await released.wait()
            return {"model_version": "m", "results": []}
        return None

    monkeypatch.setattr(prelabel, "in_thread", slow)
    async with line(project, user) as socket:
        for number in range(calls.AT_ONCE + 1):
            await socket.say({"id": number, "inputs": []})
        refused = await socket.hear()
        assert refused["id"] == calls.AT_ONCE
        assert (refused["error"]["code"], refused["error"]["retry_after_s"]) == ("busy", 1)
        released.set()
        assert {(await socket.hear())["id"] for _ in range(calls.AT_ONCE)} == set(
            range(calls.AT_ONCE)
        )
