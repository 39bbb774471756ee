"""The live channel of a federation."""

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter

from federated.realtime.routing import websocket_urls
from federated.services.federation_log import log_federation
from tests.factories.facts import make_user
from tests.factories.federation import make_federation, make_staff
from tests.factories.socket import Socket

pytestmark = pytest.mark.django_db(transaction=True)


async def test_staff_hear_what_happens_and_others_are_shown_out() -> None:
    staff = await database_sync_to_async(make_staff)()
    federation = await database_sync_to_async(make_federation)(staff)
    path = f"/ws/federation/{federation.pk}/"
    socket = Socket(URLRouter(websocket_urls), path, staff)
    assert await socket.connect()
    hello = await socket.hear()
    assert hello["type"] == "hello"
    await database_sync_to_async(log_federation)(
        federation=federation, type="round", data={"number": 1}
    )
    event = await socket.hear()
    assert (event["type"], event["data"]) == ("round", {"number": 1})
    assert event["id"] > hello["data"]["last"]
    await socket.hang_up()
    outsider = Socket(URLRouter(websocket_urls), path, await database_sync_to_async(make_user)())
    await outsider.connect()
    assert await outsider.closing_code() == 4404
