"""Fetching URLs of clients: nothing of our own network is ever reached."""

import http.server
import io
import ipaddress
import socket
import threading
from collections.abc import Iterator

import pytest

from labeling.kernel import net
from labeling.kernel.errors import TooLarge, Unavailable

PUBLIC = "93.184.215.14"
SPELLINGS = [
    "http://127.0.0.1:{port}/x.json",
    "http://localhost:{port}/x.json",
    "http://0.0.0.0:{port}/x.json",
    "http://[::1]:{port}/x.json",
    "http://[::ffff:127.0.0.1]:{port}/x.json",
    "http://2130706433:{port}/x.json",
    "http://0x7f000001:{port}/x.json",
    "http://017700000001:{port}/x.json",
    "http://127.1:{port}/x.json",
    "http://user:pw@127.0.0.1:{port}/x.json",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/x.json",
    "file:///etc/hostname",
    "gopher://127.0.0.1:{port}/_x",
    "ftp://127.0.0.1/x",
    "http://127.0.0.1:{port}/redirect-to-file",
    "http://[64:ff9b::7f00:1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://100.64.0.1/",
    "http://192.168.1.1/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http:///x",
    "http://127.0.0.1:{port}\\@example.org/",
    "http://127.0.0.1:99999/",
    "http://a b/",
    "http://example.org/\r\nX: y",
]


class Listener:
    """A server on the loopback address that counts what reaches it."""

    def __init__(self) -> None:
        self.hits: list[str] = []
        self.answer = b'[{"text": "leaked"}]'
        self.location = ""
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.hits.append(self.path)
                self.send_response(302 if outer.location else 200)
                if outer.location:
                    self.send_header("Location", outer.location)
                    outer.location = ""
                self.end_headers()
                self.wfile.write(outer.answer)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.server.shutdown()
    listener.server.server_close()


@pytest.fixture
def allowed(settings) -> None:
    settings.URL_INPUTS = True


@pytest.fixture
def public_name(monkeypatch, listener) -> list[str]:
    """`public.test` has a public address; connections to that address end at the listener."""
    connected: list[str] = []
    real = socket.getaddrinfo

    def resolve(host, port, *args, **kwargs):
        if host == "public.test":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, port))]
        return real(host, port, *args, **kwargs)

    def connect(address: str, port: int, timeout_s: float) -> socket.socket:
        connected.append(address)
        return socket.create_connection(("127.0.0.1", listener.port), timeout=timeout_s)

    monkeypatch.setattr(net.socket, "getaddrinfo", resolve)
    monkeypatch.setattr(net, "open_socket", connect)
    return connected


def get(url: str, max_bytes: int = 1000) -> bytes:
    into = io.BytesIO()
    net.fetch(url, into, max_bytes=max_bytes, timeout_s=5)
    return into.getvalue()


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_addresses_of_our_own_network_are_refused_before_connecting(
    allowed, listener, spelling
) -> None:
    with pytest.raises(net.RefusedUrl):
        get(spelling.format(port=listener.port))
    assert listener.hits == []


def test_nothing_is_fetched_unless_the_installation_allows_it(listener, public_name) -> None:
    with pytest.raises(net.RefusedUrl, match="fetches no URLs"):
        get("http://public.test/x")
    assert public_name == []


def test_a_public_url_is_fetched_at_the_address_that_was_checked(
    allowed, listener, public_name
) -> None:
    assert get("http://public.test/a?b=1") == listener.answer
    assert listener.hits == ["/a?b=1"]
    assert public_name == [PUBLIC]


@pytest.mark.parametrize(
    "location", ["http://127.0.0.1:{port}/x", "//127.0.0.1:{port}/x", "file:///etc/hostname"]
)
def test_a_redirect_into_our_network_is_refused_at_the_second_hop(
    allowed, listener, public_name, location
) -> None:
    listener.location = location.format(port=listener.port)
    with pytest.raises(net.RefusedUrl):
        get("http://public.test/r")
    assert listener.hits == ["/r"]


def test_a_redirect_to_a_public_place_is_followed(allowed, listener, public_name) -> None:
    listener.location = "/other"
    assert get("http://public.test/r") == listener.answer
    assert listener.hits == ["/r", "/other"]


def test_a_name_that_resolves_anew_cannot_change_the_address(
    allowed, listener, public_name, monkeypatch
) -> None:
    answers = iter([PUBLIC, "127.0.0.1"])

    def resolve(host, port, *args, **kwargs):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    monkeypatch.setattr(net.socket, "getaddrinfo", resolve)
    get("http://rebinding.test/")
    assert public_name == [PUBLIC]


def test_one_private_address_among_several_is_enough_to_refuse(allowed, monkeypatch) -> None:
    def resolve(host, port, *args, **kwargs):
        addresses = [PUBLIC, "10.0.0.7"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, port)) for a in addresses]

    monkeypatch.setattr(net.socket, "getaddrinfo", resolve)
    with pytest.raises(net.RefusedUrl, match="private"):
        net.check_url("http://mixed.test/")


def test_an_answer_over_the_limit_is_cut_off(allowed, listener, public_name) -> None:
    listener.answer = b"x" * 5000
    with pytest.raises(TooLarge):
        get("http://public.test/", max_bytes=4999)


def test_a_host_that_does_not_answer_is_unavailable(allowed, public_name, monkeypatch) -> None:
    def refuse(*_: object) -> socket.socket:
        raise ConnectionRefusedError

    monkeypatch.setattr(net, "open_socket", refuse)
    with pytest.raises(Unavailable):
        get("http://public.test/")


@pytest.mark.parametrize(
    ("address", "public"),
    [(PUBLIC, True), ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True), ("224.0.0.1", False),
     ("240.0.0.1", False), ("::", False), ("::ffff:8.8.8.8", True), ("198.18.0.1", False)],
)  # fmt: skip
def test_public_addresses_are_told_from_the_others(address: str, public: bool) -> None:
    assert net.is_public(ipaddress.ip_address(address)) is public
