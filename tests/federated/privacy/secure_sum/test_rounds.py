"""A secure sum equals the plain one, survives losses, and refuses every forgery we know."""

from dataclasses import replace

import numpy as np
import pytest

from federated.privacy.secure_sum import Cohort, IdentityKey, NodeSession, Ring, SecureSumError
from federated.privacy.secure_sum.agreeing import new_private, public_of
from tests.federated.privacy.secure_sum.rounds import Round

FINE = Ring(32, clip=4.0, parties=5)


def vectors(sites: int, size: int = 200) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(3)
    return {f"site{place}": rng.normal(0, 0.5, size) for place in range(sites)}


def test_the_sum_is_the_plain_sum() -> None:
    given = vectors(5)
    found = Round(given, FINE).play()
    assert np.abs(found.values - sum(given.values())).max() < 1e-4
    assert found.totals.tolist() == [50]
    assert found.survivors == tuple(sorted(given))


@pytest.mark.parametrize("step", ["advertise", "share", "mask", "agree", "unmask"])
def test_a_site_lost_at_any_step_leaves_the_sum_of_those_who_delivered(step: str) -> None:
    given = vectors(5)
    found = Round(given, FINE, lost={"site2": step}).play()
    delivered = [v for name, v in given.items() if name != "site2" or step in ("agree", "unmask")]
    assert np.abs(found.values - sum(delivered)).max() < 1e-4
    assert found.totals.tolist() == [10 * len(delivered)]


def test_two_thirds_must_stay() -> None:
    lost = {"site1": "mask", "site2": "mask"}
    with pytest.raises(SecureSumError, match="3 of 5 sites are left at 'mask'; 4 are needed"):
        Round(vectors(5), FINE, lost=lost).play()


def test_eight_bit_words_of_three_sites_come_within_a_step_each() -> None:
    given, ring = vectors(3), Ring(8, clip=2.0, parties=3)
    found = Round(given, ring).play()
    clipped = sum(np.clip(v, -2, 2) for v in given.values())
    assert np.abs(found.values - clipped).max() < 3 * ring.step


def test_what_the_coordinator_sees_of_one_site_looks_uniform() -> None:
    this = Round({name: np.zeros(60_000) for name in ("a", "b", "c")}, Ring(8, 1.0, 3))
    this.until_masked()
    for masked in this.masked.values():
        counts = np.bincount(np.frombuffer(masked.values, np.uint8), minlength=256)
        expected = 60_000 / 256
        # Chi-square with 255 degrees of freedom: mean 255, standard deviation 22.6.
        assert ((counts - expected) ** 2 / expected).sum() < 255 + 6 * 22.6


def test_a_key_that_the_coordinator_put_in_place_of_another_is_refused() -> None:
    this = Round(vectors(3), FINE)
    advertised = {name: node.advertise() for name, node in this.nodes.items()}
    forged = replace(advertised["site1"], mask_key=public_of(new_private()))
    with pytest.raises(SecureSumError, match="site1 is not signed by site1"):
        this.nodes["site0"].share({**advertised, "site1": forged})


def test_keys_of_an_earlier_round_are_refused() -> None:
    this = Round(vectors(3), FINE)
    later = Cohort("run", 2, this.cohort.keys)
    node = NodeSession(cohort=later, name="site0", identity=this.identities["site0"])
    replayed = {name: other.advertise() for name, other in this.nodes.items()}
    replayed["site0"] = node.advertise()
    with pytest.raises(SecureSumError) as refused:
        node.share(replayed)
    assert refused.value.code == "forged_key"


def test_a_sealed_share_changed_on_its_way_is_refused() -> None:
    this = Round(vectors(3), FINE)
    middle = this.coordinator
    middle.take_advertisements({n: node.advertise() for n, node in this.nodes.items()})
    middle.take_shares({n: node.share(middle.advertised) for n, node in this.nodes.items()})
    sealed = middle.sealed_for("site0")
    sealed["site1"] = sealed["site1"][:-1] + bytes([sealed["site1"][-1] ^ 1])
    words = FINE.encode(this.vectors["site0"], np.random.default_rng(0))
    with pytest.raises(SecureSumError) as refused:
        this.nodes["site0"].mask(words, np.zeros(1, np.uint64), sealed)
    assert refused.value.code == "tampered"


def test_two_lists_of_survivors_unmask_nothing() -> None:
    this = Round(vectors(4), Ring(32, 4.0, 4))
    this.until_masked()
    all_of_them = set(this.nodes)
    agreed = {n: node.agree(all_of_them) for n, node in this.nodes.items() if n != "site0"}
    # site0 alone is told that site3 was lost, to get at the mask key of site3.
    agreed["site0"] = this.nodes["site0"].agree(all_of_them - {"site3"})
    with pytest.raises(SecureSumError) as refused:
        this.nodes["site0"].unmask(agreed)
    assert refused.value.code == "no_quorum"


def test_a_site_answers_each_step_once() -> None:
    this = Round(vectors(3), FINE)
    this.until_masked()
    node, names = this.nodes["site0"], set(this.nodes)
    node.agree(names)
    with pytest.raises(SecureSumError) as refused:
        node.agree(names)
    assert refused.value.code == "out_of_order"


def test_a_wrong_share_is_noticed_and_nothing_comes_out() -> None:
    this = Round(vectors(3), FINE)
    this.until_masked()
    survivors = this.coordinator.survivors
    agreed = {n: node.agree(survivors) for n, node in this.nodes.items()}
    answers = {name: node.unmask(agreed) for name, node in this.nodes.items()}
    answers["site0"] = replace(answers["site0"], seeds=dict.fromkeys(survivors, b"\0" * 32))
    with pytest.raises(SecureSumError) as refused:
        this.coordinator.unmask(answers)
    assert refused.value.code == "bad_shares"


def test_two_sites_are_too_few() -> None:
    with pytest.raises(SecureSumError, match="needs 3 sites, this round has 2"):
        Round(vectors(2), FINE)


def test_two_sites_with_one_key_are_refused() -> None:
    key = IdentityKey.generate()
    with pytest.raises(SecureSumError) as refused:
        Cohort("run", 1, {"a": key.public, "b": key.public, "c": IdentityKey.generate().public})
    assert refused.value.code == "shared_key"
