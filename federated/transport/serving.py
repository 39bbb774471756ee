"""The coordinator's worker: takes Flower's server task and gives it an exchange."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx
from flwr.app import Context
from flwr.common.config import get_fused_config_from_fab
from flwr.common.constant import SubStatus
from flwr.common.serde import context_from_proto, context_to_proto, fab_from_proto, run_from_proto
from flwr.proto.runtime_pb2 import PullTaskInputRequest, PushTaskOutputRequest
from flwr.supercore.task_identity import TaskIdentity
from flwr.superlink.grid import HttpGrid

from federated.server.exchange import SILENT, Answers
from federated.transport.calling import beating, patient
from federated.transport.messages import asking_message, raw_in
from federated.transport.pace import Pace
from federated.wire.asking import Ask
from federated.wire.content import pack

__all__ = ["CoordinatorWorker", "FlowerExchange"]

SHORTEST_S, LONGEST_S = 0.1, 1.0
"""Between two looks for replies; Flower's own grid looks every three seconds."""


class FlowerExchange:
    """The `Exchange` over Flower: sites by name, known by their registered keys."""

    def __init__(self, grid: HttpGrid, keys: Callable[[], Mapping[str, bytes]]) -> None:
        self.grid, self.keys = grid, keys
        self._nodes: dict[str, int] = {}

    def online(self) -> dict[str, bytes]:
        """Return registered sites that are connected now."""
        keys = self.keys()
        self._nodes = {node.name: node.node_id for node in self.grid.get_nodes()}
        return {name: keys[name] for name in sorted(self._nodes) if name in keys}

    def ask(self, asks: Mapping[str, Ask], *, deadline_s: float) -> Answers:
        """Send all questions at once and gather replies until all are there or time is up."""
        answers, end = Answers(), time.monotonic() + deadline_s
        answers.sent_bytes = sum(len(pack(ask.content)) for ask in asks.values())
        waiting, pace = self._pushed(asks), Pace(shortest_s=SHORTEST_S, longest_s=LONGEST_S)
        pace.came()
        answers.refused.update(dict.fromkeys(set(asks) - set(waiting.values()), SILENT))
        while waiting and time.monotonic() < end:
            for message in self.grid.pull_messages(list(waiting)):
                # Where a node is gone the server replies in its place, so its own number is there.
                site = waiting.pop(message.metadata.reply_to_message_id, None)
                if site is None:
                    continue
                raw = raw_in(message)
                if raw is None:
                    answers.refused[site] = SILENT
                else:
                    answers.take(site, raw)
            if waiting:
                time.sleep(pace.pause_s)
        return answers

    def _pushed(self, asks: Mapping[str, Ask]) -> dict[str, str]:
        """Send, and return the site by the message that went to it; None went to who is gone."""
        messages = [asking_message(ask, node_id=self._nodes[site]) for site, ask in asks.items()]
        # Too large a message makes Flower return no number at all.
        numbers = self.grid.push_messages(messages)
        return {number: site for number, site in zip(numbers, asks, strict=False) if number}


class CoordinatorWorker:
    """Gives each run that Flower starts to ``play(run id, exchange)``."""

    def __init__(
        self,
        *,
        address: str,
        authority: Path,
        keys: Callable[[], Mapping[str, bytes]],
        play: Callable[[str, FlowerExchange], None],
    ) -> None:
        self.address, self.authority, self.keys, self.play = address, authority, keys, play

    def __call__(self, token: str) -> None:
        """Play one run to its end."""
        grid = HttpGrid(
            runtime_api_address=self.address,
            insecure=False,
            root_certificates=self.authority.read_bytes(),
            token=token,
        )
        grid._retry_invoker = patient()
        client = grid._runtime_client
        status, details, context = SubStatus.COMPLETED, "", None
        try:
            with beating(client):
                given = client.PullTaskInput(PullTaskInputRequest())
                TaskIdentity.task_id = given.task_id
                TaskIdentity.run_id = given.run.run_id
                TaskIdentity.node_id = given.context.node_id
                context, run = context_from_proto(given.context), run_from_proto(given.run)
                grid.set_run(run)
                config = get_fused_config_from_fab(fab_from_proto(given.fab).content, run)
                self.play(str(config["run"]), FlowerExchange(grid, self.keys))
        except Exception as error:
            status, details = SubStatus.FAILED, f"{type(error).__name__}: {error}"
            raise
        finally:
            self._close(grid, context, status, details)

    @staticmethod
    def _close(grid: HttpGrid, context: Context | None, status: str, details: str) -> None:
        output = PushTaskOutputRequest(
            context=context_to_proto(context) if context else None,
            sub_status=status,
            details=details,
        )
        try:
            grid._runtime_client.PushTaskOutput(output)
        except httpx.HTTPStatusError:
            # The run was stopped: its token is void, and there is nobody to report to.
            pass
        finally:
            grid.close()
