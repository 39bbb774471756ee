"""What a broken or hostile site can do to a round: be left out by name, and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from federated.aggregation import AGGREGATORS
from federated.node.node import Node
from federated.server.rounds import NoQuorum, RoundOutcome, RunState, run_round
from federated.simulation.exchange import LocalExchange
from federated.simulation.sites import local_federation
from federated.wire import content as wire
from federated.wire.asking import Ask
from federated.wire.content import pack, unpack
from federated.wire.eight_bit import EightBit
from tests.federated.small import sites, terms

SIZE = (6 + 1) * 3
Twist = Callable[[bytes], bytes]


@dataclass
class Twisted:
    """A node whose answer to one kind of question is exchanged on its way out."""

    node: Node
    kind: str
    twist: Twist

    def answer(self, ask: Ask) -> bytes:
        raw = self.node.answer(ask)
        return self.twist(raw) if ask.kind == self.kind else raw


def played(kind: str, twist: Twist, *, is_secure: bool, count: int = 4) -> RoundOutcome:
    exchange = local_federation(sites(count), rng=np.random.default_rng(4))
    twisted = {**exchange.nodes, "site1": Twisted(exchange.nodes["site1"], kind, twist)}
    these = terms(is_secure=is_secure)
    return run_round(
        terms=these,
        state=RunState.beginning(these),
        aggregator=AGGREGATORS.get("fedavg")(),
        exchange=LocalExchange(twisted, exchange.keys),  # type: ignore[arg-type]  # a stand-in
    )


def not_a_number(raw: bytes) -> bytes:
    answer = unpack(raw)
    scales = np.frombuffer(answer["scales"], "<f4").copy()  # type: ignore[arg-type]
    scales[:] = np.nan
    return pack({**answer, "scales": scales.tobytes()})


def another_shape(_: bytes) -> bytes:
    packed = EightBit(np.random.default_rng(1)).encode(np.zeros(SIZE + 3))
    figures = {"weight": 1.0, "holdout": 0, "right": 0, "loss": 0.0}
    return pack({"steps": packed.steps, "scales": packed.scales, **figures})


def cut_off(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def no_weight(raw: bytes) -> bytes:
    return pack({**unpack(raw), "weight": -5.0})


@pytest.mark.parametrize("twist", [not_a_number, another_shape, cut_off])
def test_an_update_that_cannot_be_used_is_left_out_by_name(twist: Twist) -> None:
    outcome = played("update", twist, is_secure=False)
    assert outcome.sites == ("site0", "site2", "site3")
    assert set(outcome.refused) == {"site1"}
    assert np.isfinite(outcome.state.head.flat).all()
    assert "site1" in outcome.adopted


def test_a_negative_weight_does_not_turn_the_others_labels_round() -> None:
    outcome = played("update", no_weight, is_secure=False)
    honest = played("update", lambda raw: raw, is_secure=False)
    assert np.isfinite(outcome.state.head.flat).all()
    assert np.dot(outcome.state.head.flat, honest.state.head.flat) > 0


def test_bytes_beyond_the_limit_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LARGEST_BYTES", 100_000)
    outcome = played("update", lambda raw: raw + bytes(100_000), is_secure=False)
    assert outcome.refused["site1"].code == "bad_content"
    assert outcome.sites == ("site0", "site2", "site3")


@pytest.mark.parametrize("kind", ["sum.advertise", "sum.share", "sum.mask", "sum.agree"])
def test_half_a_message_within_a_secure_sum_loses_its_site_alone(kind: str) -> None:
    outcome = played(kind, cut_off, is_secure=True)
    assert set(outcome.sites) >= {"site0", "site2", "site3"}
    assert np.isfinite(outcome.state.head.flat).all()


def test_too_few_usable_updates_change_nothing() -> None:
    with pytest.raises(NoQuorum, match="2 sites took part, 3 are needed"):
        played("update", cut_off, is_secure=False, count=3)
