"""Parts of serving measured alone: batching, eight bits against torch, swaps under load."""

import asyncio
import os
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Queue

import numpy as np
import torch

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import models_folder
from active_learning.embeddings.minilm import MiniLm
from active_learning.plugged.graph import OnnxModel
from active_learning.serving.adaptive import AdaptivePolicy
from active_learning.serving.batcher import MicroBatcher, Waiting
from active_learning.serving.bundle import bundle_key
from active_learning.serving.client import ServingClient
from active_learning.serving.policy import Batching, BatchPolicy
from tests.active_learning.embeddings.torch_minilm import reference
from tests.active_learning.plugged.graphs import linear
from tests.benchmarks.learning.serving_bundles import bundle_for

MODELS = models_folder(Path(tempfile.gettempdir()))
RATE, SWAP_S, SECONDS = 200, 0.25, 10.0
SENTENCES = [
    f"The parcel number {i} that was promised for Tuesday has not arrived at the {place} yet."
    for i, place in enumerate(("office", "shop", "harbour", "school") * 8)
]


def print_quantised() -> None:
    """MiniLM by int8 ONNX and by torch in float32, one thread each: CPU ms, and how they differ."""
    torch.set_num_threads(1)
    minilm = MiniLm(MODELS)
    ids = [minilm.tokenizer.encode(text).ids for text in SENTENCES]
    length = min(len(row) for row in ids)
    rows = torch.tensor([row[:length] for row in ids])
    for count in (1, 16):
        by_torch = _cpu_ms(lambda n=count: reference(rows[:n]), 12)
        by_onnx = _cpu_ms(lambda n=count: minilm.encode(SENTENCES[:n]), 12)
        print(
            f"MiniLM, {count:>2} of {length} tokens: torch fp32 {by_torch:6.1f} ms, "
            f"int8 ONNX {by_onnx:6.1f} ms CPU, ratio {by_torch / by_onnx:.1f}",
            flush=True,
        )
    with torch.no_grad():
        exact = np.vstack([reference(torch.tensor([row]))[1].numpy() for row in ids])
    near = (exact * minilm.encode(SENTENCES)).sum(1)
    print(f"drift: cosine mean {near.mean():.4f}, least {near.min():.4f}", flush=True)


def print_batching() -> None:
    """Throughput one by one and in batches, 64 clients in a closed loop, on one thread."""
    encoder = Encoders(MODELS).text
    with tempfile.TemporaryDirectory() as folder:
        rng = np.random.default_rng(0)
        path = linear(Path(folder) / "m.onnx", rng.normal(size=(640, 512)), np.zeros(512))
        small = OnnxModel(path)
        vectors = rng.random((256, 640)).astype("f4")
        works = {
            "MiniLM int8 (its company may not change its numbers)": (
                lambda items: encoder.encode([SENTENCES[i % 32] + str(i) for i in items])
            ),
            "a small ONNX head": lambda items: small.run({"x": vectors[: len(items)]})["scores"],
            "a model with 10 ms of start, 0.5 ms an item": (
                lambda items: time.sleep(0.010 + 0.0005 * len(items)) or items
            ),
        }
        for name, work in works.items():
            alone = asyncio.run(_closed_loop(work, BatchPolicy(max_batch_size=1, max_wait_ms=0)))
            target = max(5.0, alone[1])
            grouped = asyncio.run(_closed_loop(work, AdaptivePolicy(target_ms=target, largest=64)))
            print(
                f"{name}: one by one {alone[0]:.0f}/s p95 {alone[1]:.0f} ms; "
                f"adaptive {grouped[0]:.0f}/s p95 {grouped[1]:.0f} ms "
                f"({grouped[0] / alone[0]:.1f} times)",
                flush=True,
            )


def print_swaps(url: str) -> None:
    """200 calls a second, another version four times a second: how many failed?"""
    client = ServingClient(url)
    encoders = Encoders(MODELS)
    versions = [bundle_for(encoders, "text", seed) for seed in range(8)]
    current = [versions[0]]
    client.load(bundle_key(versions[0]), versions[0])
    due: Queue[float | None] = Queue()
    took: list[float] = []
    failed: list[str] = []

    def call() -> None:
        while (at := due.get()) is not None:
            content = current[0]
            try:
                (answer,) = client.predict(
                    bundle_key(content), [{"it": f"call at {at}"}], weights=lambda c=content: c
                )
                took.append(time.monotonic() - at)
                if "error" in answer:
                    failed.append(str(answer))
            except Exception as error:
                failed.append(repr(error))

    threads = [threading.Thread(target=call) for _ in range(32)]
    for thread in threads:
        thread.start()
    started, swaps = time.monotonic(), 0
    for number in range(int(RATE * SECONDS)):
        at = started + number / RATE
        time.sleep(max(0.0, at - time.monotonic()))
        due.put(at)
        if number % int(RATE * SWAP_S) == 0:
            swaps += 1
            content = versions[swaps % len(versions)]
            client.load(bundle_key(content), content)
            current[0] = content
    for _ in threads:
        due.put(None)
    for thread in threads:
        thread.join()
    p50, p95, p99 = np.percentile(np.array(took) * 1000, [50, 95, 99])
    print(
        f"swaps: {swaps} under {len(took) + len(failed)} calls at {RATE}/s: {len(failed)} failed; "
        f"p50 {p50:.0f}  p95 {p95:.0f}  p99 {p99:.0f} ms {failed[:2]}",
        flush=True,
    )


async def _closed_loop(work, policy: Batching, clients: int = 64) -> tuple[float, float]:
    """Return answers a second, and the p95 of their milliseconds."""
    loop = asyncio.get_running_loop()

    async def process(batch: Sequence[Waiting[int]]) -> Sequence[object]:
        return list(await loop.run_in_executor(None, work, [w.item for w in batch]))

    batcher: MicroBatcher[int, object] = MicroBatcher(process, policy)
    batcher.start()
    took: list[float] = []
    end = loop.time() + 5.0

    async def client(number: int) -> None:
        turn = number
        while (now := loop.time()) < end:
            await batcher.submit(turn)
            turn += clients
            took.append(loop.time() - now)

    await asyncio.gather(*(client(number) for number in range(clients)))
    await batcher.stop()
    steady = took[len(took) // 5 :]
    return len(took) / 5.0, float(np.percentile(steady, 95)) * 1000


def _cpu_ms(work, times: int) -> float:
    work()
    before = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - before) / times * 1000


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print_quantised()
    print_batching()
    sys.stdout.flush()
