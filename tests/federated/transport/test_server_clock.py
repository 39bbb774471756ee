"""A site whose clock is off signs by the coordinator's time."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from flwr.common.constant import SYSTEM_TIME_TOLERANCE, TIMESTAMP_HEADER, TIMESTAMP_TOLERANCE
from flwr.proto.fleet_pb2 import PullMessagesRequest
from flwr.supercore.primitives.asymmetric import generate_key_pairs
from flwr.supercore.protobuf.client import ProtobufRequestContext
from flwr.supernode import fleet_http_connection, node_auth_http_interceptor
from flwr.supernode.node_auth_http_interceptor import NodeAuthHttpInterceptor

from federated.transport.server_clock import ServerClock, signing_by

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Coordinator:
    """Takes signatures as Flower does, by its own clock."""

    def __init__(self) -> None:
        self.asked = 0

    def answer(self, context: ProtobufRequestContext) -> httpx.Response:
        self.asked += 1
        signed = datetime.fromisoformat(context.request.headers[TIMESTAMP_HEADER])
        age = (NOON - signed).total_seconds()
        is_in = -SYSTEM_TIME_TOLERANCE < age < TIMESTAMP_TOLERANCE + SYSTEM_TIME_TOLERANCE
        date = {"date": format_datetime(NOON, usegmt=True)}
        return httpx.Response(200 if is_in else 401, headers=date)


def call(signing: NodeAuthHttpInterceptor, coordinator: Coordinator) -> int:
    request = httpx.Request("POST", "https://coordinator/v1/fleet/pull-messages")
    context = ProtobufRequestContext("PullMessages", PullMessagesRequest(), request)
    return signing.intercept(context, coordinator.answer).status_code


@pytest.mark.parametrize("minutes", [-60, -4, 0, 4, 60])
def test_a_site_is_let_in_whatever_its_clock_says(
    minutes: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ServerClock(lambda: NOON + timedelta(minutes=minutes))
    monkeypatch.setattr(node_auth_http_interceptor, "now", clock.now)
    signing, coordinator = signing_by(clock)(*generate_key_pairs()), Coordinator()
    assert call(signing, coordinator) == 200
    assert call(signing, coordinator) == 200
    # Only the first call had to be made twice.
    assert coordinator.asked == 2 + (minutes > 0 or minutes < -5)


def test_a_refusal_that_no_clock_explains_stays_one() -> None:
    clock = ServerClock(lambda: NOON)
    refusing = httpx.Response(401, headers={"date": format_datetime(NOON, usegmt=True)})
    request = httpx.Request("POST", "https://coordinator/v1/fleet/pull-messages")
    context = ProtobufRequestContext("PullMessages", PullMessagesRequest(), request)
    asked: list[str] = []

    def answer(context: ProtobufRequestContext) -> httpx.Response:
        asked.append(context.rpc_method)
        return refusing

    assert signing_by(clock)(*generate_key_pairs()).intercept(context, answer).status_code == 401
    assert len(asked) == 1


def test_flower_still_signs_where_this_was_put_in() -> None:
    assert vars(fleet_http_connection)["NodeAuthHttpInterceptor"] is NodeAuthHttpInterceptor
    assert "now" in vars(node_auth_http_interceptor)
