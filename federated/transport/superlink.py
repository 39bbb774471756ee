"""Flower's SuperLink behind two doors: sites reach the fleet calls alone.

Flower serves Fleet, Control and Runtime on one port, and its open-source build lets anybody who
reaches Control start code on every site. Here the public port knows the fleet calls and the health
check; everything else answers on loopback only.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import uvicorn
from flwr.superlink.cli.flower_superlink import SuperLinkLifespan
from flwr.superlink.config_loader import SuperLinkLifespanConfig, load_control_authn_plugin
from flwr.superlink.main import create_app

from federated.identity.authority import Authority

__all__ = ["SuperLinkPlan", "run_superlink"]

PUBLIC = ("/v1/fleet/",)
HEALTH = "/health"


@dataclass(frozen=True)
class SuperLinkPlan:
    """Where it listens and what it reads. ``secret`` lets our own worker take tasks."""

    host: str
    port: int
    private_port: int
    authority: Authority
    database: Path
    secret: Path


class FleetOnly:
    """The public door."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let fleet calls through; what else is there answers 404, as if it were not."""
        path = scope.get("path", "")
        if scope["type"] != "http" or path == HEALTH or path.startswith(PUBLIC):
            await self.app(scope, receive, send)
            return
        head = [(b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 404, "headers": head})
        await send({"type": "http.response.body", "body": b"not found"})


def run_superlink(plan: SuperLinkPlan) -> None:
    """Serve until a signal ends it."""
    asyncio.run(_serve(plan))


async def _serve(plan: SuperLinkPlan) -> None:
    app = create_app(_config(plan), SuperLinkLifespan)
    inner = _server(plan, app, "127.0.0.1", plan.private_port, lifespan="on")
    outer = _server(plan, FleetOnly(app), plan.host, plan.port, lifespan="off")
    tasks = [asyncio.create_task(inner.serve()), asyncio.create_task(outer.serve())]
    # Either ending (a signal, a port that is taken) ends both.
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    inner.should_exit = outer.should_exit = True
    await asyncio.gather(*tasks)


def _server(
    plan: SuperLinkPlan, app: Any, host: str, port: int, *, lifespan: Literal["on", "off"]
) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        lifespan=lifespan,
        ssl_certfile=str(plan.authority.server_certificate),
        ssl_keyfile=str(plan.authority.server_key),
        log_level="warning",
    )
    return uvicorn.Server(config)


def _config(plan: SuperLinkPlan) -> SuperLinkLifespanConfig:
    authority = plan.authority
    files = (authority.certificate, authority.server_certificate, authority.server_key)
    certificate, shown, key = (file.read_bytes() for file in files)
    return SuperLinkLifespanConfig(
        control_address="",
        health_server_address=None,
        host="127.0.0.1",
        port=plan.private_port,
        insecure=False,
        certificates=(certificate, shown, key),
        superexec_auth_secret=plan.secret.read_bytes(),
        authn_plugin=load_control_authn_plugin(),
        event_log_plugin=None,
        fleet_event_log_plugin=None,
        enable_event_log=False,
        artifact_provider=None,
        enable_supernode_auth=True,
        fleet_api_type="grpc-rere",
        fleet_api_address=None,
        simulation=False,
        ssl_ca_certfile=str(files[0]),
        ssl_certfile=str(files[1]),
        ssl_keyfile=str(files[2]),
        database=str(plan.database),
        isolation="process",
        runtime_dependency_install=False,
    )
