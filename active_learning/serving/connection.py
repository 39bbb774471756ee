"""One kept connection to the serving process, speaking just the HTTP that both ends need.

``http.client`` reads headers as an e-mail message; here every answer has a length or no body, so a
call costs the web process two socket calls and one search.
"""

from __future__ import annotations

import re
import socket

__all__ = ["BadAnswer", "Connection"]

MAX_HEAD = 16 * 1024
_READ = 64 * 1024
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class BadAnswer(OSError):
    """What came back is no answer of the serving process."""


class Connection:
    """A connection that is opened at the first question; one thread uses it at a time."""

    def __init__(self, host: str, port: int, *, timeout_s: float) -> None:
        self._address = (host, port)
        self._host = f"{host}:{port}".encode()
        self._timeout_s = timeout_s
        self.sock: socket.socket | None = None

    def ask(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        """Return the answer's status and body; any failure closes the connection.

        Raises
        ------
        ConnectionError
            When nobody is there, or the other side closed the connection.
        TimeoutError
            When it stays silent.
        BadAnswer
            When it speaks something else.
        """
        head = b"%s %s HTTP/1.1\r\nhost: %s\r\ncontent-length: %d\r\n\r\n" % (
            method.encode(),
            path.encode(),
            self._host,
            len(body),
        )
        try:
            sock = self._open()
            sock.sendall(head + body)
            return self._answer(sock)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close it; the next question opens it anew."""
        if self.sock is not None:
            self.sock.close()
            self.sock = None

    def _open(self) -> socket.socket:
        if self.sock is None:
            self.sock = socket.create_connection(self._address, self._timeout_s)
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.sock

    @staticmethod
    def _answer(sock: socket.socket) -> tuple[int, bytes]:
        read = b""
        while (end := read.find(b"\r\n\r\n")) < 0:
            if len(read) > MAX_HEAD:
                raise BadAnswer("the answer's head does not end")
            read += _more(sock)
        head, parts = read[:end], [read[end + 4 :]]
        status = _STATUS.match(head)
        if status is None:
            raise BadAnswer("the answer is no HTTP")
        length = _LENGTH.search(head)
        if length is None and status[1] != b"204":
            raise BadAnswer("the answer has no length")
        left = (int(length[1]) if length else 0) - len(parts[0])
        while left > 0:
            parts.append(_more(sock))
            left -= len(parts[-1])
        return int(status[1]), b"".join(parts)


def _more(sock: socket.socket) -> bytes:
    read = sock.recv(_READ)
    if not read:
        raise ConnectionResetError("the serving process closed the connection")
    return read
