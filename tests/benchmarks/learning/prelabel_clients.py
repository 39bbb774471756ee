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


@dataclass
class Load:
    """What the clients saw after the warm-up."""

    seconds: float
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
    project: int,
    token: str,
    warm_s: float,
    seconds: float,
    body_of: Callable[[int, int, int], str] = a_text,
) -> Load:
    """Let every client ask, wait for the answer, and ask again; each input is new."""
    load = Load(seconds)
    started = time.perf_counter()
    head = (
        f"POST /api/projects/{project}/prelabel/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Token {token}\r\nContent-Type: application/json\r\n"
    )

    async def client(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        turn = 0
        while (now := time.perf_counter()) < started + warm_s + seconds:
            turn += 1
            body = body_of(turn, number, clients)
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            answer_head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(answer_head)
            assert length is not None, answer_head
            answer = await reader.readexactly(int(length[1]))
            load.calls += 1
            encoder = _ENCODER.search(answer)
            if not answer_head.startswith(b"HTTP/1.1 200") or encoder is None:
                load.faults[answer[:200].decode()] += 1
            elif now > started + warm_s:
                load.latencies_ms.append((time.perf_counter() - now) * 1000)
                load.encoders[encoder[1].decode()] += 1
        writer.close()

    async def together() -> None:
        await asyncio.gather(*(client(number) for number in range(clients)))

    asyncio.run(together())
    return load
