"""How questions and replies are matched over Flower's grid."""

from types import SimpleNamespace
from typing import Any

import pytest
from flwr.supercore.task_identity import TaskIdentity

from federated.server.exchange import SILENT
from federated.transport.serving import FlowerExchange
from federated.wire.asking import Ask
from federated.wire.content import pack

SERVER = 1
"""Flower's number of its own server, which replies in the place of a node that is gone."""


class Grid:
    """A grid in memory: ``lost`` nodes get no message, ``dead`` ones are answered for."""

    def __init__(self, nodes: dict[str, int], *, lost: str = "", dead: str = "") -> None:
        self.nodes, self.lost, self.dead = nodes, lost, dead
        self.sent: dict[str, str] = {}

    def get_nodes(self) -> list[Any]:
        return [SimpleNamespace(name=name, node_id=number) for name, number in self.nodes.items()]

    def push_messages(self, messages: list[Any]) -> list[str | None]:
        by_number = {number: name for name, number in self.nodes.items()}
        ids: list[str | None] = []
        for place, message in enumerate(messages):
            name = by_number[message.metadata.dst_node_id]
            ids.append(None if name == self.lost else f"m{place}")
            self.sent[f"m{place}"] = name
        return ids

    def pull_messages(self, ids: list[str]) -> list[Any]:
        assert None not in ids
        return [self.reply(number) for number in ids]

    def reply(self, number: str) -> Any:
        is_dead = self.sent[number] == self.dead
        record = {"raw": pack({"site": self.sent[number]})}
        return SimpleNamespace(
            metadata=SimpleNamespace(
                reply_to_message_id=number,
                src_node_id=SERVER if is_dead else self.nodes[self.sent[number]],
            ),
            content=SimpleNamespace(config_records={"penumbra": record}),
            has_error=lambda: is_dead,
        )


@pytest.fixture(autouse=True)
def _inside_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_run_id", "_node_id", "_task_id"):
        monkeypatch.setattr(TaskIdentity, name, 7, raising=False)


@pytest.mark.parametrize("trouble", [{}, {"dead": "south"}, {"lost": "south"}])
def test_each_reply_is_its_sites_whoever_sent_it(trouble: dict[str, str]) -> None:
    keys = {"north": b"n", "south": b"s", "stranger": b"x"}
    exchange = FlowerExchange(Grid({"north": 5, "south": 6}, **trouble), lambda: keys)  # type: ignore[arg-type]
    assert exchange.online() == {"north": b"n", "south": b"s"}
    ask = Ask("update", "1", 1, {"weight": 1.0})
    answers = exchange.ask({"north": ask, "south": ask}, deadline_s=5.0)
    assert answers.given["north"] == {"site": "north"}
    assert answers.refused == ({"south": SILENT} if trouble else {})
    assert answers.sent_bytes == 2 * len(pack(ask.content))
