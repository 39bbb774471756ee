"""Clients in a closed loop that cost little: one event loop, bytes in, bytes out.

They share the machine's cores with what they measure, so nothing is parsed that is not needed.
"""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_ENCODER = re.compile(rb'"encoder":"(\w+)"')
_CLOSES = re.compile(rb"\r\nconnection: *close|^HTTP/1\.0", re.IGNORECASE)


@dataclass
class Load:
    """What the clients saw after the warm-up."""

    seconds: float
    clients: int = 1
    latencies_ms: list[float] = field(default_factory=list)
    encoders: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    """Including the warm-up's."""


def a_text(turn: int, client: int, clients: int) -> str:
    """Return the body of a call about a text that no cache knows."""
    text = f"They would like animal {turn} of client {client} today in {clients}"
    return f'{{"inputs": [{{"text": "{text}"}}]}}'


def run_clients(
    clients: int,
    *,
    port: int,
    warm_s: float,
    seconds: float,
    project: int = 0,
    token: str = "",
    path: str = "",
    body_of: Callable[[int, int, int], str] = a_text,
    path_of: Callable[[int, int, int], str] | None = None,
    proof: bytes = b'"score":',
) -> Load:
    """Let every client ask, wait for the answer, and ask again; each input is new.

    A refused call (429) is a fault, after which its client waits a tenth of a second. With
    `path_of`, what is asked for is the path of a GET, and nothing is sent. An answer counts that
    holds the `proof`.
    """
    load = Load(seconds, clients)
    started = time.perf_counter()
    path = path or f"/api/projects/{project}/prelabel/"
    head = (
        f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Token {token}\r\nContent-Type: application/json\r\n"
    )

    def request(turn: int, number: int) -> bytes:
        if path_of is not None:
            return f"GET {path_of(turn, number, clients)}{head}\r\n".encode()
        body = body_of(turn, number, clients)
        return f"POST {path}{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()

    async def client(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        turn = 0
        while (now := time.perf_counter()) < started + warm_s + seconds:
            turn += 1
            writer.write(request(turn, number))
            answer_head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(answer_head)
            assert length is not None, answer_head
            answer = await reader.readexactly(int(length[1]))
            load.calls += 1
            encoder = _ENCODER.search(answer)
            if b" 200 " not in answer_head[:16] or proof not in answer:
                load.faults[answer[:60].decode()] += 1
                await asyncio.sleep(0.1)
            elif now > started + warm_s:
                load.latencies_ms.append((time.perf_counter() - now) * 1000)
                load.encoders[encoder[1].decode() if encoder else "full"] += 1
            if _CLOSES.search(answer_head):
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()

    async def together() -> None:
        await asyncio.gather(*(client(number) for number in range(clients)))

    asyncio.run(together())
    return load
