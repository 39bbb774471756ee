"""The live channel: who gets in, what they hear, and that nothing is lost over a reconnect."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from labeling.models import Event, Project, Role, User
from labeling.policies import Access
from labeling.realtime.routing import websocket_urls
from labeling.services.event_log import log_event
from labeling.services.members import change_role, remove_member
from tests.factories.facts import (
    make_annotation,
    make_member,
    make_project,
    make_task,
    make_user,
)
from tests.factories.socket import Socket

pytestmark = pytest.mark.django_db(transaction=True)
made = sync_to_async


@asynccontextmanager
async def tab(
    user: User | AnonymousUser, project_id: int, after: int | None = None
) -> AsyncIterator[Socket]:
    query = "" if after is None else f"?after={after}"
    line = Socket(URLRouter(websocket_urls), f"/ws/projects/{project_id}/{query}", user)
    assert await line.connect()
    try:
        yield line
    finally:
        await line.hang_up()


async def hear(line: Socket, wanted: Callable[[dict[str, Any]], bool]) -> Any:
    """Return the first message that is meant, passing over others."""
    while not wanted(message := await line.hear()):
        pass
    return message


def of_type(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["type"] == name


def say(project: Project, number: int) -> int:
    log_event(project_id=project.pk, type="test", data={"n": number})
    return Event.objects.latest("pk").pk


async def test_a_member_hears_events_as_they_are_written() -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)
    async with tab(user, project.pk) as line:
        assert (await hear(line, of_type("hello")))["data"]["reload"] is False
        event_id = await made(say)(project, 1)
        message = await hear(line, of_type("test"))
        assert (message["id"], message["data"]) == (event_id, {"n": 1})


async def test_events_of_other_projects_are_not_heard() -> None:
    project, other = await made(make_project)(), await made(make_project)()
    user = await made(make_member)(project)
    async with tab(user, project.pk) as line:
        await hear(line, of_type("hello"))
        await made(say)(other, 1)
        await made(say)(project, 2)
        assert (await hear(line, of_type("test")))["data"] == {"n": 2}


async def test_a_reconnect_resumes_after_the_last_event_seen() -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)
    first = await made(say)(project, 1)
    for number in (2, 3):
        await made(say)(project, number)
    async with tab(user, project.pk, after=first) as line:
        await hear(line, of_type("hello"))
        heard = [await hear(line, of_type("test")) for _ in range(2)]
        assert [message["data"]["n"] for message in heard] == [2, 3]


async def test_too_long_an_absence_asks_for_a_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labeling.realtime.consumers.MAX_REPLAY", 2)
    # Transactions of another test process on the same cluster make the reader wait for gaps.
    monkeypatch.setattr("labeling.realtime.event_log._is_quiet", lambda: True)
    project = await made(make_project)()
    user = await made(make_member)(project)
    for number in range(4):
        await made(say)(project, number)
    async with tab(user, project.pk, after=0) as line:
        assert (await hear(line, of_type("hello")))["data"]["reload"] is True


async def test_outsiders_and_strangers_are_refused_by_code() -> None:
    project = await made(make_project)()
    async with tab(await made(make_user)(), project.pk) as line:
        assert await line.closing_code() == 4404
    async with tab(AnonymousUser(), project.pk) as line:
        assert await line.closing_code() == 4401


async def test_who_is_shown_out_is_cut_off() -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)

    def show_out() -> None:
        owner = project.created_by
        assert owner is not None
        access = Access(owner, project, "owner")  # type: ignore[arg-type]
        remove_member(access=access, username=user.username)

    async with tab(user, project.pk) as line:
        await hear(line, of_type("hello"))
        await made(show_out)()
        assert await line.closing_code() == 4403


async def test_which_task_others_answered_is_told_to_reviewers_only() -> None:
    project = await made(make_project)()
    ann, bob = [await made(make_member)(project) for _ in range(2)]
    reviewer = await made(make_member)(project, Role.REVIEWER)
    task = await made(make_task)(project)

    async def hears(user: User) -> tuple[str, str | None]:
        async with tab(user, project.pk, after=0) as line:
            message = await hear(line, of_type("annotation"))
            return message["actor"]["username"], message["data"]["task"]

    await made(make_annotation)(task, bob)
    assert await hears(ann) == (bob.username, None)
    assert await hears(bob) == (bob.username, str(task.pk))
    assert await hears(reviewer) == (bob.username, str(task.pk))


async def test_what_one_hears_follows_ones_role() -> None:
    project = await made(make_project)()
    ann, bob = [await made(make_member)(project) for _ in range(2)]
    first, second = [await made(make_task)(project) for _ in range(2)]
    owner = Access(await made(lambda: project.created_by)(), project, Role.OWNER)
    async with tab(ann, project.pk) as line:
        await hear(line, of_type("hello"))
        await made(make_annotation)(first, bob)
        assert (await hear(line, of_type("annotation")))["data"]["task"] is None
        await made(change_role)(access=owner, username=ann.username, role=Role.REVIEWER)
        await hear(line, of_type("member"))
        await made(make_annotation)(second, bob)
        assert (await hear(line, of_type("annotation")))["data"]["task"] == str(second.pk)


async def test_presence_tells_who_looks_at_which_task() -> None:
    project = await made(make_project)()
    ann, bob = [await made(make_member)(project, Role.REVIEWER) for _ in range(2)]
    task = await made(make_task)(project)
    async with tab(ann, project.pk) as first:
        async with tab(bob, project.pk) as second:
            await second.say({"type": "viewing", "task": str(task.pk)})
            wanted = {ann.username: None, bob.username: str(task.pk)}

            def knows_both(message: dict[str, Any]) -> bool:
                if message["type"] != "presence":
                    return False
                users = message["data"]["users"]
                return {u["username"]: u["task"] for u in users} == wanted

            await hear(first, knows_both)
            await hear(second, knows_both)
        gone = await hear(first, lambda m: m["type"] == "presence" and len(m["data"]["users"]) == 1)
        assert gone["data"]["users"][0]["username"] == ann.username


async def test_annotators_see_who_is_there_but_not_at_which_task() -> None:
    project = await made(make_project)()
    ann, bob = [await made(make_member)(project) for _ in range(2)]
    boss = await made(make_member)(project, Role.REVIEWER)
    task = str((await made(make_task)(project)).pk)
    async with (
        tab(ann, project.pk) as first,
        tab(bob, project.pk) as second,
        tab(boss, project.pk) as third,
    ):
        await second.say({"type": "viewing", "task": task})

        def seen(message: dict[str, Any]) -> dict[str, str | None]:
            users = message["data"]["users"] if message["type"] == "presence" else []
            return {u["username"]: u["task"] for u in users}

        here = {ann.username: None, bob.username: None, boss.username: None}
        await hear(third, lambda m: seen(m) == here | {bob.username: task})
        await hear(second, lambda m: seen(m) == here | {bob.username: task})
        await hear(first, lambda m: seen(m) == here)


async def test_nonsense_from_a_client_is_ignored() -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)
    async with tab(user, project.pk) as line:
        await line.say_text("{not json")
        await line.say(["viewing"])
        await line.say({"type": "viewing", "task": "../1"})
        await line.say({"type": "ping"})
        assert await hear(line, of_type("pong"))


async def test_counts_follow_an_annotation() -> None:
    project = await made(make_project)()
    user = await made(make_member)(project)
    async with tab(user, project.pk) as line:
        await hear(line, of_type("hello"))
        await made(log_event)(project_id=project.pk, type="annotation", data={})
        message = await asyncio.wait_for(hear(line, of_type("progress")), 10)
        assert message["data"]["counts"]["tasks"] == 0
