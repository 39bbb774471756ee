"""Fetches addresses that clients name, without ever reaching into our own network (SSRF).

The name is resolved here, every address it has must be public, and the connection goes to exactly
the address that was checked; each redirect is checked anew. Nothing is fetched unless the
installation allows it (`URL_INPUTS`).
"""

import http.client
import io
import ipaddress
import socket
import ssl
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import IO, Final
from urllib.parse import SplitResult, urljoin, urlsplit

from django.conf import settings

from labeling.kernel.errors import BadInput, TooLarge, Unavailable

MAX_REDIRECTS: Final = 4
CHUNK: Final = 1 << 16
PORTS: Final = {"http": 80, "https": 443}
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
KEEPING_METHOD: Final = frozenset({307, 308})
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# Networks that carry an IPv4 address inside an IPv6 one: it could be any, also a private one.
_TUNNELS: Final = tuple(
    ipaddress.ip_network(text)
    for text in ("2002::/16", "2001::/32", "64:ff9b::/96", "64:ff9b:1::/48")
)


class RefusedUrl(BadInput):
    """An address that this server does not fetch."""

    code = "refused_url"


class ClosedUrl(RefusedUrl):
    """One that the operator may open: by `URL_INPUTS`, or as a trusted host."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered: `type` is its media type, without parameters."""

    status: int
    type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Target:
    """A checked URL, and the one address to connect to."""

    url: str
    scheme: str
    host: str
    port: int
    path: str
    address: str


def fetch(url: str, into: IO[bytes], *, max_bytes: int, timeout_s: float = 30.0) -> str:
    """Write what the URL gives into a file and return the final URL.

    Raises
    ------
    RefusedUrl
        When the installation fetches nothing, or the address (or a redirect) is not public.
    TooLarge, Unavailable
        When the answer is over `max_bytes`, or does not come within `timeout_s` altogether.
    """
    deadline = time.monotonic() + timeout_s
    for _ in range(MAX_REDIRECTS + 1):
        target = check_url(url)
        moved = _get(target, into, max_bytes, deadline)
        if moved is None:
            return target.url
        url = urljoin(target.url, moved)
    raise RefusedUrl(f"The address redirects more than {MAX_REDIRECTS} times.")


def ask(
    url: str,
    *,
    body: bytes | None,
    headers: Mapping[str, str],
    max_bytes: int,
    timeout_s: float,
    trusted: Collection[str] = (),
) -> Reply:
    """Return what a server answers to a POST of `body`, or to a GET where there is none.

    `trusted` are the `host:port` that the operator allowed in private networks. A redirect is
    followed only within the host and only where it keeps the method, since a secret may be among
    the headers.

    Raises
    ------
    RefusedUrl, TooLarge, Unavailable
        As `fetch`; also for a redirect that is not followed.
    """
    deadline = time.monotonic() + timeout_s
    first = target = check_url(url, trusted)
    for _ in range(MAX_REDIRECTS + 1):
        reply, moved = _exchange(target, body, headers, max_bytes, deadline)
        if not moved:
            return reply
        target = _within(first, urljoin(target.url, moved), trusted)
        if body is not None and reply.status not in KEEPING_METHOD:
            raise RefusedUrl(f"{first.host} redirects to {target.url[:200]}. Give that address.")
    raise RefusedUrl(f"The address redirects more than {MAX_REDIRECTS} times.")


def _within(first: Target, url: str, trusted: Collection[str]) -> Target:
    """Return where a redirect goes, if it stays at its host."""
    parts = _split(url)
    if (parts.hostname, parts.port or PORTS[parts.scheme]) != (first.host, first.port):
        elsewhere = f"{first.host} redirects to {(parts.hostname or '')[:100]}, another host."
        raise RefusedUrl(f"{elsewhere} Give that address itself, if it may be asked.")
    return check_url(url, trusted)


def check_url(url: str, trusted: Collection[str] = ()) -> Target:
    """Return where to connect, or refuse: before any packet but the look-up is sent.

    Hosts in `trusted` (`host:port`) may lie anywhere: the operator named them.
    """
    parts = _split(url)
    host = parts.hostname or ""
    port = parts.port or PORTS[parts.scheme]
    is_trusted = f"{host}:{port}" in trusted
    if not (settings.URL_INPUTS or is_trusted):
        raise ClosedUrl("This installation fetches no URLs. Send the file itself.")
    addresses = _resolve(host, port)
    for address in addresses:
        if not (is_trusted or is_public(address)):
            raise ClosedUrl(f"{host[:100]} lies in a private or reserved network.")
    path = parts.path or "/"
    query = f"?{parts.query}" if parts.query else ""
    return Target(url, parts.scheme, host, port, path + query, str(addresses[0]))


def is_public(address: Address) -> bool:
    """Whether an address belongs to the open internet."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(mapped)
    if any(address in network for network in _TUNNELS if network.version == address.version):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _split(url: str) -> SplitResult:
    if len(url) > 4096 or any(ord(character) <= 32 or ord(character) == 127 for character in url):
        raise RefusedUrl("The URL holds blanks or control characters, or is too long.")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise RefusedUrl(f"This is no URL: {error}.") from error
    if parts.scheme not in PORTS:
        raise RefusedUrl("Only http:// and https:// are fetched.")
    if not parts.hostname:
        raise RefusedUrl("The URL names no host.")
    if parts.username is not None or parts.password is not None:
        raise RefusedUrl("URLs with a user name are not fetched.")
    return parts


def _resolve(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise RefusedUrl(f"{host[:100]} has no address.") from error
    return [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]


def _get(target: Target, into: IO[bytes], max_bytes: int, deadline: float) -> str | None:
    """Fetch once; return the place of a redirect, or None when the content was written."""
    connection = _connection(target, deadline)
    try:
        headers = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": "Penumbra"}
        connection.request("GET", target.path, headers=headers)
        answer = connection.getresponse()
        if answer.status in REDIRECTS:
            return answer.headers.get("Location") or ""
        if answer.status != http.client.OK:
            raise Unavailable(f"{target.host} answered {answer.status}.")
        _copy(answer, into, max_bytes, deadline)
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise Unavailable(f"{target.host} could not be read: {type(error).__name__}.") from error
    finally:
        connection.close()
    return None


def _exchange(
    target: Target,
    body: bytes | None,
    headers: Mapping[str, str],
    max_bytes: int,
    deadline: float,
) -> tuple[Reply, str]:
    """Ask once; return the reply, and the place of a redirect if it is one."""
    connection = _connection(target, deadline)
    try:
        sent = {"Accept-Encoding": "identity", "User-Agent": "Penumbra", **headers}
        connection.request("GET" if body is None else "POST", target.path, body, sent)
        answer = connection.getresponse()
        content = io.BytesIO()
        _copy(answer, content, max_bytes, deadline)
        media_type = answer.headers.get_content_type()
        moved = (answer.headers.get("Location") or "") if answer.status in REDIRECTS else ""
        return Reply(answer.status, media_type, content.getvalue()), moved
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise Unavailable(f"{target.host} could not be read: {type(error).__name__}.") from error
    finally:
        connection.close()


def _connection(target: Target, deadline: float) -> http.client.HTTPConnection:
    """Return a connection bound to the checked address; the name serves only for TLS and Host."""
    timeout = max(0.1, deadline - time.monotonic())
    connection = http.client.HTTPConnection(target.host, target.port, timeout=timeout)
    try:
        plain = open_socket(target.address, target.port, timeout)
        if target.scheme == "https":
            context = ssl.create_default_context()
            plain = context.wrap_socket(plain, server_hostname=target.host)
    except OSError as error:
        raise Unavailable(f"{target.host} cannot be reached: {type(error).__name__}.") from error
    connection.sock = plain
    return connection


def open_socket(address: str, port: int, timeout_s: float) -> socket.socket:
    """Connect to an address (never a name)."""
    return socket.create_connection((address, port), timeout=timeout_s)


def _copy(
    answer: http.client.HTTPResponse, into: IO[bytes], max_bytes: int, deadline: float
) -> None:
    done = 0
    while chunk := answer.read1(CHUNK):
        done += len(chunk)
        if done > max_bytes:
            raise TooLarge(f"The file at this URL is over {max_bytes >> 20:,} MiB.")
        if time.monotonic() > deadline:
            raise Unavailable("The file at this URL takes too long.")
        into.write(chunk)
