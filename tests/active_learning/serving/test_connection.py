"""The kept connection against scripted answers, byte by byte."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from active_learning.serving.connection import MAX_HEAD, BadAnswer, Connection


@contextmanager
def answering(*pieces: bytes) -> Iterator[Connection]:
    """Yield a connection to a server that reads once, sends the pieces, and hangs up."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def serve() -> None:
            peer, _ = listening.accept()
            with peer:
                peer.recv(4096)
                for piece in pieces:
                    peer.sendall(piece)

        thread = threading.Thread(target=serve)
        thread.start()
        connection = Connection("127.0.0.1", listening.getsockname()[1], timeout_s=5)
        yield connection
        connection.close()
        thread.join()


def test_an_answer_in_pieces_is_put_together() -> None:
    with answering(
        b"HTTP/1.1 20", b"0 OK\r\nContent-Len", b"gth: 5\r\n\r\nhe", b"llo"
    ) as connection:
        assert connection.ask("GET", "/", b"") == (200, b"hello")


def test_an_answer_without_content_has_no_body() -> None:
    with answering(b"HTTP/1.1 204 No Content\r\n\r\n") as connection:
        assert connection.ask("PUT", "/", b"x") == (204, b"")


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"x" * (MAX_HEAD + 1),
    ],
)
def test_what_is_no_answer_is_refused_and_the_connection_closed(answer: bytes) -> None:
    with answering(answer) as connection:
        with pytest.raises(BadAnswer):
            connection.ask("GET", "/", b"")
        assert connection.sock is None


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 2", b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n1"]
)
def test_an_answer_that_breaks_off_is_a_lost_connection(answer: bytes) -> None:
    with answering(answer) as connection, pytest.raises(ConnectionError):
        connection.ask("GET", "/", b"")
