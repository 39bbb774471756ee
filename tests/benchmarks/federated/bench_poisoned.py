"""One hostile site among five: what each aggregator loses by it.

Run: `make bench ARGS=poisoned` or `python -m tests.benchmarks.federated.bench_poisoned [set ...]`.
Real sets, 46 labels at each site (as after eight queries of a campaign), eight rounds of the
product's recipe, five seeds. The loss is against the same aggregator with five honest sites, and
against the plain mean of five honest sites.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from federated.aggregation import AGGREGATORS
from federated.node.node import Node
from federated.server.rounds import RunState, run_round
from federated.server.terms import Terms
from federated.simulation.campaign import seed_labels
from federated.simulation.exchange import LocalExchange
from federated.simulation.sites import deal, local_federation
from federated.wire.asking import Ask
from federated.wire.content import Content, pack, unpack
from tests.benchmarks.federated.bench_campaign import SETS, SITES, Course, interval, site_of

LABELS, ROUNDS, SEEDS = 46, 8, range(5)
RULES = ("fedavg", "median", "trimmed_mean", "krum")
LOUD = 20.0


@dataclass(frozen=True)
class Attack:
    """What the hostile site does: to its labels, and to the update on its way out."""

    name: str
    flips: bool = False
    twist: Callable[[Content], Content] = dict


def louder(answer: Content) -> Content:
    """Send a longer update and claim many labels."""
    scales = np.frombuffer(answer["scales"], "<f4") * LOUD  # type: ignore[arg-type]
    return {**answer, "scales": scales.astype("<f4").tobytes(), "weight": 500.0}


def backwards(answer: Content) -> Content:
    """Send the opposite of what was learned, louder."""
    scales = np.frombuffer(answer["scales"], "<f4") * -LOUD  # type: ignore[arg-type]
    return {**answer, "scales": scales.astype("<f4").tobytes(), "weight": 500.0}


HONEST = Attack("nothing")
ATTACKS = (
    Attack("flipped labels", flips=True),
    Attack(f"flipped labels, update x {LOUD:g}", flips=True, twist=louder),
    Attack(f"own update x {-LOUD:g}", twist=backwards),
)


@dataclass
class Hostile:
    """A node that exchanges its update on its way out."""

    node: Node
    twist: Callable[[Content], Content]

    def answer(self, ask: Ask) -> bytes:
        """Answer as the node does, but for updates."""
        raw = self.node.answer(ask)
        return pack(self.twist(unpack(raw))) if ask.kind == "update" else raw


def main() -> None:
    """Print a table for each set and each way of dealing."""
    for name in sys.argv[1:] or SETS:
        course = Course.of(SETS[name]())
        for alpha in (1.0, np.inf):
            print(f"\n{course.name}, {SITES} sites, Dirichlet {alpha}, one of them hostile")
            plain = accuracies(course, alpha, "fedavg", HONEST)
            for rule in RULES:
                honest = plain if rule == "fedavg" else accuracies(course, alpha, rule, HONEST)
                tell(rule, HONEST, honest, honest, plain)
                for attack in ATTACKS:
                    tell(rule, attack, accuracies(course, alpha, rule, attack), honest, plain)


def tell(
    rule: str, attack: Attack, reached: np.ndarray, honest: np.ndarray, plain: np.ndarray
) -> None:
    """Print a line."""
    print(
        f"  {rule:13s} {attack.name:28s} right in {interval(reached)}   loses "
        f"{interval(honest - reached)} of its own, {interval(plain - reached)} of the honest mean",
        flush=True,
    )


def accuracies(course: Course, alpha: float, rule: str, attack: Attack) -> np.ndarray:
    """Return the accuracy on the test set for each seed."""
    return np.array([reached(course, alpha, rule, attack, seed) for seed in SEEDS])


def reached(course: Course, alpha: float, rule: str, attack: Attack, seed: int) -> float:
    """Play a run with one hostile site."""
    rng = np.random.default_rng(seed)
    hands = deal(course.truth, sites=SITES, alpha=alpha, rng=rng)
    sites = {f"site{place}": site_of(course, rows) for place, rows in enumerate(hands)}
    for site in sites.values():
        seed_labels(site, LABELS, rng)
    if attack.flips:
        sites["site0"].truth = (sites["site0"].truth + 1) % len(course.classes)
    exchange = local_federation(sites, rng=rng)
    nodes = {**exchange.nodes, "site0": Hostile(exchange.nodes["site0"], attack.twist)}
    terms = Terms(
        "bench", course.classes, course.pool.shape[1], aggregator=rule, is_secure=False,
        quorum=SITES,
    )  # fmt: skip
    state, aggregator = RunState.beginning(terms), AGGREGATORS.get(rule)()
    for _ in range(ROUNDS):
        state = run_round(
            terms=terms,
            state=state,
            aggregator=aggregator,
            exchange=LocalExchange(nodes, exchange.keys),  # type: ignore[arg-type]  # a stand-in
        ).state
    return course.score(state.head.predict_proba(course.test))


if __name__ == "__main__":
    begun = time.process_time()
    main()
    print(f"\n{time.process_time() - begun:.0f} CPU s")
