"""A serving process inside the test: the real server on a free port, in a thread."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import uvicorn

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.learners.heads import LinearHead
from active_learning.serving.bundle import Bundle, write_bundle
from active_learning.serving.server import ServingOptions, build_app


@contextmanager
def running_server(models: Path, options: ServingOptions | None = None) -> Iterator[str]:
    """Yield the address of a server that answers."""
    config = uvicorn.Config(build_app(models, options), port=0, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server died"
            threading.Event().wait(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def server(models: Path) -> Iterator[str]:
    with running_server(models) as url:
        yield url


def table_version(models: Path, bias: float = 0.0) -> bytes:
    """A version about a table field; `bias` decides for class b."""
    fields = (Field("row", "table"),)
    layout = FieldLayout(fields, Encoders(models))
    head = LinearHead(
        ("a", "b"),
        np.zeros((layout.dimensions, 2), np.float32),
        np.array([0.0, bias], np.float32),
    )
    return write_bundle(Bundle("choice", "kind", fields, layout.id, head))
