"""PostgreSQL, Redis and Chromium for the test run: installed if we may, started on free ports."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

IS_CI = os.environ.get("CI") == "true"
DEBIAN = {"postgres": "postgresql", "redis-server": "redis-server", "chromium": "chromium"}


def find(program: str) -> str | None:
    """Return the program's path: PATH first, then Debian's place for PostgreSQL."""
    found = shutil.which(program)
    homes = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)
    return found or (str(homes[0]) if homes else None)


def bring_programs() -> None:
    """As root on Debian, install what is missing; elsewhere use what is there."""
    missing = [package for program, package in DEBIAN.items() if find(program) is None]
    if not missing or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    if "chromium" in missing:
        missing.append("fonts-noto-cjk")
    print(f"• Installing {', '.join(missing)} by apt …", flush=True)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=False, env=quiet)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    subprocess.run(install, check=False, env=quiet, stdout=subprocess.DEVNULL)


def missing_service(name: str) -> None:
    """Under CI a missing service fails the run; elsewhere its tests skip and say so."""
    text = f"{name} is not available; install it (see README) to run its tests."
    if IS_CI:
        sys.exit(f"✗ {text}")
    print(f"• {text}", flush=True)


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgresql() -> Iterator[str | None]:
    """Run a throw-away cluster and yield its URL."""
    initdb, postgres = find("initdb"), find("postgres")
    if initdb is None or postgres is None:
        missing_service("PostgreSQL")
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="penumbra-pg-") as folder:
        as_user = _not_root(Path(folder))
        data, port = f"{folder}/data", free_port()
        subprocess.run(
            [*as_user, initdb, "-D", data, "-U", "penumbra", "-A", "trust", "-E", "UTF8", "-N"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )
        options = ("fsync=off", "full_page_writes=off", "max_connections=200")
        command = [postgres, "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1"]
        flags = [word for option in options for word in ("-c", option)]
        server = subprocess.Popen(
            [*as_user, *command, *flags],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        try:
            _wait_for(port, server)
            yield f"postgresql://penumbra@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(30)


@contextmanager
def redis() -> Iterator[str | None]:
    """Run a throw-away Redis and yield its URL."""
    program = find("redis-server")
    if program is None:
        missing_service("Redis")
        yield None
        return
    port = free_port()
    command = [program, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, server)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """Bring everything up and yield the variables by which the tests find it."""
    bring_programs()
    if find("chromium") is None:
        missing_service("Chromium")
    with ExitStack() as stack:
        urls = {
            "TEST_POSTGRES_URL": stack.enter_context(postgresql()),
            "TEST_REDIS_URL": stack.enter_context(redis()),
            "TEST_CHROMIUM": find("chromium"),
        }
        yield {name: url for name, url in urls.items() if url}


def _not_root(folder: Path) -> Sequence[str]:
    """PostgreSQL refuses to run as root: hand the folder to its own user."""
    if os.geteuid() != 0:
        return ()
    shutil.chown(folder, "postgres", "postgres")
    return ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            sys.exit(f"✗ {process.args!r} ended at once with status {process.returncode}.")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit(f"✗ {process.args!r} did not start within a minute.")
