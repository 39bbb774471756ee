"""A child that dies is begun again; one that is ended stays away."""

import sys
import threading
from pathlib import Path

import pytest

from federated.transport import supervising
from federated.transport.supervising import Child, keep_alive


def test_a_child_that_dies_is_begun_again_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervising, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(supervising, "LONGEST_PAUSE_S", 0.01)
    monkeypatch.setattr(supervising, "LOOK_S", 0.01)
    mark, ended = tmp_path / "starts", threading.Event()
    # It dies twice and then stays, telling that it has come so far.
    program = (
        "import pathlib, sys, time; p = pathlib.Path(sys.argv[1]); "
        "n = len(p.read_text()) if p.exists() else 0; p.write_text('x' * (n + 1)); "
        "n < 2 and sys.exit(1); print('here', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(mark)]
    child = Child("child", command, {}, tmp_path / "log" / "child.log")
    thread = threading.Thread(target=keep_alive, args=(child, ended))
    thread.start()
    while not (child.log.exists() and "here" in child.log.read_text()):
        thread.join(0.05)
    assert child.is_running
    ended.set()
    thread.join(10)
    assert not thread.is_alive()
    assert child.starts == 3
    assert not child.is_running
