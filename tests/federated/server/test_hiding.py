"""Many sites form several sums: the same model, and what breaks one of them leaves the others."""

from collections.abc import Collection

import numpy as np
import pytest

from federated.aggregation import AGGREGATORS
from federated.privacy.secure_sum import SecureSumError
from federated.server.hiding import LARGEST_GROUP, grouped
from federated.server.rounds import RoundOutcome, RunState, run_round
from federated.simulation.sites import local_federation
from tests.federated.small import sites, terms

MANY = LARGEST_GROUP + 1


def played(*, is_secure: bool = True, lost: Collection[tuple[str, str]] = ()) -> RoundOutcome:
    exchange = local_federation(sites(MANY), rng=np.random.default_rng(4))
    exchange.lost = lost
    these = terms(is_secure=is_secure)
    return run_round(
        terms=these,
        state=RunState.beginning(these),
        aggregator=AGGREGATORS.get("fedavg")(),
        exchange=exchange,
    )


@pytest.mark.parametrize(("count", "sizes"), [(3, [3]), (12, [12]), (13, [7, 6]), (50, [10] * 5)])
def test_sites_form_few_groups_of_nearly_one_size(count: int, sizes: list[int]) -> None:
    groups = grouped({f"site{place}": b"key" for place in range(count)})
    assert [len(group) for group in groups] == sizes
    assert len({name for group in groups for name in group}) == count


def test_several_sums_come_to_the_model_of_all_sites() -> None:
    hidden, plain = played(), played(is_secure=False)
    assert len(hidden.sites) == MANY
    assert hidden.holdout == plain.holdout
    apart = np.linalg.norm(hidden.state.head.flat - plain.state.head.flat)
    assert apart < 0.02 * np.linalg.norm(plain.state.head.flat)


def test_a_sum_that_breaks_leaves_the_others() -> None:
    first, second = grouped(dict.fromkeys(sites(MANY), b""))
    outcome = played(lost={(name, "sum.mask") for name in list(first)[:3]})
    assert outcome.sites == tuple(sorted(second))


def test_where_every_sum_breaks_nothing_is_learned() -> None:
    with pytest.raises(SecureSumError, match="sites are left at 'mask'"):
        played(lost={(name, "sum.mask") for name in list(sites(MANY))[:7]})
