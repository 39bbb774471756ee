"""A model server in the test: answers what it is told, remembers what it was asked."""

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class FakeServer:
    """`answers`: path to JSON or a function of the body; `raw`: to (status, headers, bytes)."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.raw: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[tuple[str, Any]] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(None)

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                self._answer(json.loads(self.rfile.read(length)))

            def _answer(self, body: Any) -> None:
                outer.asked.append((self.path, body))
                status, headers, content = outer.reply(self.path, body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reply(self, path: str, body: Any) -> tuple[int, dict[str, str], bytes]:
        if path in self.raw:
            return self.raw[path]
        if path not in self.answers:
            return 404, {"Content-Type": "text/plain"}, b"no such page"
        answer: Any | Callable[[Any], Any] = self.answers[path]
        found = answer(body) if callable(answer) else answer
        return 200, {"Content-Type": "application/json"}, json.dumps(found).encode()


@contextmanager
def fake_server() -> Iterator[FakeServer]:
    server = FakeServer()
    try:
        yield server
    finally:
        server.server.shutdown()
        server.server.server_close()
