"""The next hour goes where it gains most."""

import numpy as np
import pytest

from active_learning.planning import CurvePoint, Doubts, Pace, forecast, rank_spends

PACE = Pace(label_s=30.0, review_s=5.0)


def rising():
    points = [CurvePoint(n, 0.9 - 2.0 * n**-0.5, 500) for n in range(50, 600, 50)]
    return forecast(points, np.random.default_rng(0))


def flat():
    points = [CurvePoint(n, 0.8, 500) for n in range(50, 600, 50)]
    return forecast(points, np.random.default_rng(0))


def ranked(found, doubts=Doubts(), pool=1000, pace=PACE):  # noqa: B008  a frozen value
    return rank_spends(found, pace, doubts, pool=pool, rng=np.random.default_rng(0))


def test_without_doubts_there_are_only_new_labels():
    spends = ranked(rising())
    assert [(spend.kind, spend.labels) for spend in spends] == [("label", 120)]
    assert spends[0].low <= spends[0].gain <= spends[0].high
    assert spends[0].gain > 0.002


def test_an_hour_is_as_long_as_the_pool_lasts():
    assert ranked(rising(), pool=7)[0].labels == 7
    assert ranked(rising(), pool=0) == []


def test_many_doubted_labels_that_are_mostly_wrong_go_first():
    spends = ranked(rising(), Doubts(waiting=200, fixed=18, kept=2), pace=Pace(60.0, 4.0))
    assert spends[0].kind == "review"
    assert spends[0].labels == 200


def test_doubts_that_turned_out_empty_go_last():
    spends = ranked(rising(), Doubts(waiting=20, fixed=0, kept=40))
    assert [spend.kind for spend in spends] == ["label", "review"]


def test_second_looks_are_offered_where_errors_are_known_to_be():
    kinds = {s.kind: s for s in ranked(rising(), Doubts(error_share=0.1))}
    assert kinds["relabel"].gain > 0
    assert kinds["relabel"].labels == 100
    assert "relabel" not in {s.kind for s in ranked(rising(), Doubts(error_share=0.0))}


def test_on_a_flat_curve_an_hour_gains_next_to_nothing():
    assert ranked(flat())[0].gain == pytest.approx(0.0, abs=0.004)
