"""Label Studio's own server before its ML back end: started, with a project and stored tasks.

It needs an environment of its own (`python -m venv DIR`, `DIR/bin/pip install label-studio`): its
packages are not ours. `label-studio start` runs Django's own server, a thread a call, on SQLite.
"""

import contextlib
import http.client
import json
import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.learning.served_calls import Servers, running

__all__ = ["LabelStudio", "label_studio"]

USER = "bench@example.org"
STARTING_S = 300.0


class LabelStudio:
    """A running server with one project for each kind of value."""

    def __init__(self, port: int, token: str, servers: Servers) -> None:
        self.port, self.token, self.servers = port, token, servers

    def with_tasks(self, back_end: int, config: str, tasks: Sequence[dict[str, Any]]) -> list[int]:
        """Make a project whose tasks are predicted by the back end at a port; return their ids."""
        project = self._made("/api/projects/", {
            "title": secrets.token_hex(4), "label_config": config, "show_collab_predictions": True,
        })["id"]  # fmt: skip
        self._made("/api/ml/", {
            "project": project, "url": f"http://127.0.0.1:{back_end}", "title": "same model",
        })  # fmt: skip
        rows = [{"data": task} for task in tasks]
        path = f"/api/projects/{project}/import?return_task_ids=true"
        ids: list[int] = self._made(path, rows)["task_ids"]
        return ids

    def _made(self, path: str, body: Any) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Content-Type": "application/json", "Authorization": f"Token {self.token}"}
        line.request("POST", path, json.dumps(body), headers)
        answer = line.getresponse()
        content = answer.read()
        if answer.status not in {200, 201}:
            raise RuntimeError(f"{path} answered {answer.status}: {content[:300]!r}")
        return json.loads(content)


@contextlib.contextmanager
def label_studio(program: str, port: int, **how: Any) -> Iterator[LabelStudio]:
    """Run `DIR/bin/label-studio` on an empty folder."""
    token = secrets.token_hex(20)
    with tempfile.TemporaryDirectory(prefix="label-studio-") as folder:
        command = [
            program, "start", "--no-browser", "--init", "--port", str(port),
            "--data-dir", folder, "--username", USER, "--password", secrets.token_hex(8),
            "--user-token", token, "--enable-legacy-api-token", "--log-level", "ERROR",
        ]  # fmt: skip
        own = ("PYTHONPATH", "DJANGO_SETTINGS_MODULE", "PENUMBRA_DATA", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if name not in own}
        env = kept | {"COLLECT_ANALYTICS": "0", "HOME": folder, "LATEST_VERSION_CHECK": "0"}
        # The back end is on this machine, which its guard of addresses refuses by default.
        env |= {"SSRF_PROTECTION_ENABLED": "0", "USE_DEFAULT_BANNED_SUBNETS": "0"}
        quiet = {"stdout": subprocess.DEVNULL, **how, "cwd": Path(folder)}
        with running([command], env, (port,), "/health", wait_s=STARTING_S, **quiet) as servers:
            yield LabelStudio(port, token, servers)
