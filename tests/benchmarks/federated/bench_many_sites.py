"""Fifty and five hundred sites in one process: processor seconds a round, and memory.

Run: `make bench ARGS=many_sites` or `python -m tests.benchmarks.federated.bench_many_sites [N ..]`.
TREC-6 dealt evenly, the product's recipe, real nodes and a real coordinator; all take turns on one
core, so the seconds are those of all sites together. Each line is a process of its own.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from federated.aggregation import AGGREGATORS
from federated.server.rounds import RunState, run_round
from federated.server.terms import Terms
from federated.simulation.campaign import seed_labels
from federated.simulation.sites import deal, local_federation
from tests.benchmarks.federated.bench_campaign import SETS, Course, site_of

COUNTS, LABELS, ROUNDS = (5, 50, 500), 8, 3


def main() -> None:
    """Print a line for each number of sites, in clear and hidden."""
    for count in sys.argv[1:] or COUNTS:
        for way in ("clear", "hidden"):
            subprocess.run([sys.executable, __file__, str(count), way], check=True)


def measure(count: int, *, is_secure: bool) -> None:
    """Play some rounds and print what they took."""
    course, rng = Course.of(SETS["trec6"]()), np.random.default_rng(3)
    hands = deal(course.truth, sites=count, alpha=np.inf, rng=rng)
    sites = {f"site{place:03d}": site_of(course, rows) for place, rows in enumerate(hands)}
    for site in sites.values():
        seed_labels(site, LABELS, rng)
    before, begun = resident(), time.process_time()
    exchange = local_federation(sites, rng=rng)
    made = time.process_time() - begun
    terms = Terms("bench", course.classes, course.pool.shape[1], is_secure=is_secure)
    state, aggregator, seconds = RunState.beginning(terms), AGGREGATORS.get("fedavg")(), []
    for _ in range(ROUNDS):
        exchange.received.clear()
        begun = time.process_time()
        outcome = run_round(terms=terms, state=state, aggregator=aggregator, exchange=exchange)
        state = outcome.state
        seconds.append(time.process_time() - begun)
    right, each = course.score(state.head.predict_proba(course.test)), float(np.median(seconds))
    way = "hidden" if is_secure else "in clear"
    print(
        f"{count:4d} sites, {way:8s} {each:7.2f} CPU s a round, {1000 * each / count:5.1f} ms a "
        f"site; keys {made:.1f} s; {outcome.received_bytes / count / 1000:.1f} kB in and "
        f"{outcome.sent_bytes / count / 1000:.1f} kB out a site; {resident():.0f} MiB, of them "
        f"{resident() - before:.0f} for the federation; {len(outcome.sites)} sites in the sum, "
        f"right in {right:.1%} after {ROUNDS} rounds",
        flush=True,
    )


def resident() -> float:
    """Return the memory that this process holds, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    if sys.argv[-1] in {"clear", "hidden"}:
        measure(int(sys.argv[1]), is_secure=sys.argv[2] == "hidden")
    else:
        main()
