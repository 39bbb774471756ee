"""Flower's Control API, on loopback: who may join, who is there, runs."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization.ssh import load_ssh_public_key
from flwr.common.serde import fab_to_proto, run_from_proto, user_config_to_proto
from flwr.proto.control_pb2 import (
    ListNodesRequest,
    ListRunsRequest,
    RegisterNodeRequest,
    StartRunRequest,
    StopRunRequest,
    UnregisterNodeRequest,
)
from flwr.supercore.constant import NodeStatus
from flwr.supercore.control import ControlHttpClient
from flwr.supercore.fab import Fab
from flwr.supercore.interceptors import RuntimeVersionHttpInterceptor
from flwr.supercore.primitives.asymmetric import public_key_to_bytes

from federated.transport.thin_app import fab

__all__ = ["Control"]


class Control:
    """One kept-alive client: a fresh process for each call costs three CPU seconds."""

    def __init__(self, *, private_port: int, authority: Path) -> None:
        self._client = ControlHttpClient.from_server_address(
            server_address=f"127.0.0.1:{private_port}",
            insecure=False,
            root_certificates=authority.read_bytes(),
            interceptors=[RuntimeVersionHttpInterceptor(component_name="penumbra")],
        )

    def register(self, *, name: str, public_line: str) -> int:
        """Let a site in; returns Flower's number of it."""
        public = load_ssh_public_key(public_line.encode())
        if not isinstance(public, EllipticCurvePublicKey):
            raise TypeError("a site's key lies on an elliptic curve")
        key = public_key_to_bytes(public)
        answer = self._client.RegisterNode(RegisterNodeRequest(public_key=key, name=name))
        return int(answer.node_id)

    def unregister(self, *, node_id: int) -> None:
        """Shut a site out; its key is worth nothing from here on."""
        self._client.UnregisterNode(UnregisterNodeRequest(node_id=node_id))

    def statuses(self) -> dict[str, str]:
        """Return "registered", "online" or "offline" by name of the site."""
        found = self._client.ListNodes(ListNodesRequest())
        return {
            node.name: node.status
            for node in found.nodes_info
            if node.status != NodeStatus.UNREGISTERED
        }

    def start(self, *, run: str) -> int:
        """Start a run; the coordinator's worker gets it with our name of it."""
        content = fab()
        packed = Fab(hashlib.sha256(content).hexdigest(), content, {})
        request = StartRunRequest(
            fab=fab_to_proto(packed), override_config=user_config_to_proto({"run": run})
        )
        return int(self._client.StartRun(request).run_id)

    def stop(self, *, run_id: int) -> None:
        """Stop a run."""
        self._client.StopRun(StopRunRequest(run_id=run_id))

    def status(self, *, run_id: int) -> tuple[str, str, str]:
        """Return status, sub-status and details of a run."""
        found = self._client.ListRuns(ListRunsRequest(run_id=run_id))
        status = run_from_proto(found.run_dict[run_id]).status
        return status.status, status.sub_status, status.details

    def close(self) -> None:
        """Let the connection go."""
        self._client.close()
