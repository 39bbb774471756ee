"""A whole campaign in one process: accuracy climbs, and the query rule earns its place."""

import numpy as np
import pytest

from federated.querying import QUERY_RULES
from federated.simulation.campaign import Campaign, seed_labels
from federated.simulation.sites import deal, local_federation
from tests.federated.small import accuracy, site, sites, terms


def test_accuracy_climbs_as_labels_arrive() -> None:
    members, unseen = sites(3, labels=0), site(99, rows=400)
    rng = np.random.default_rng(2)
    for member in members.values():
        seed_labels(member, 3, rng)
    campaign = Campaign(
        members,
        local_federation(members, rng=rng),
        terms(),
        QUERY_RULES.get("global_margin"),
        rng,
        lambda head: accuracy(head.predict_proba(unseen.features), unseen.truth),
        rounds_a_query=2,
    )
    scores = campaign.run(4, size=6)
    assert len(scores) == 5
    assert scores[-1] > 0.85
    assert scores[-1] >= scores[0]
    assert [int((m.labelled & ~m.held_out).sum()) for m in members.values()] == [27, 27, 27]


@pytest.mark.parametrize("alpha", [0.1, 1.0, np.inf])
def test_every_row_is_dealt_once(alpha: float) -> None:
    truth = np.random.default_rng(0).integers(0, 5, 300)
    hands = deal(truth, sites=4, alpha=alpha, rng=np.random.default_rng(1))
    assert sorted(np.concatenate(hands).tolist()) == list(range(300))


def test_a_small_alpha_deals_classes_unevenly() -> None:
    truth = np.repeat(np.arange(5), 200)

    def largest_share(alpha: float) -> float:
        hands = deal(truth, sites=4, alpha=alpha, rng=np.random.default_rng(1))
        counts = np.array([np.bincount(truth[hand], minlength=5) for hand in hands])
        return float((counts.max(axis=0) / counts.sum(axis=0)).mean())

    assert largest_share(0.1) > 0.7
    assert largest_share(np.inf) == pytest.approx(0.25)
