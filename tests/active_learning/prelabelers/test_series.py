"""Anomalies and changes of series."""

import numpy as np
import pytest

from active_learning.prelabelers.asking import AskedPrelabeler
from active_learning.prelabelers.base import Medium, PrelabelerFault, Wanted
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.prelabelers.series_anomalies.proposing import AnomalyProposer, distances
from active_learning.prelabelers.series_changes.proposing import ChangeProposer, cuts_of
from tests.shared_data import shared


def series(values, time=None):
    return Medium(
        "timeseries", {"channels": {"v": list(values)}, **({"time": time} if time else {})}
    )


def noise(count: int, seed: int = 1):
    return np.random.default_rng(seed).normal(size=count)


def test_a_spike_is_one_anomaly_where_it_stands():
    values = noise(500)
    values[200:203] += 30
    found = AnomalyProposer(8.0, 101).propose(series(values), [])
    assert [(p.geometry["start"], p.geometry["end"]) for p in found] == [(200, 203)]
    assert found[0].score > 0.7


def test_a_slow_rise_and_missing_values_are_none():
    values = [None if i % 50 == 0 else i / 10 + n for i, n in enumerate(noise(500))]
    assert AnomalyProposer(8.0, 101).propose(series(values), []) == []


def test_distances_of_series_that_are_short_constant_or_empty_are_zero():
    for values in ([], [1.0], [1.0, np.nan], [3.0] * 40):
        assert not distances(np.array(values), 101).any()


def test_changes_of_the_level_are_found_and_parts_between_told():
    values = np.concatenate([noise(300), noise(200, 2) + 6, noise(300, 3) - 4])
    found = ChangeProposer(12.0).propose(series(values), [])
    changes = [p.geometry["start"] for p in found if p.name == "change"]
    segments = [(p.geometry["start"], p.geometry["end"]) for p in found if p.name == "segment"]
    assert changes == pytest.approx([300, 500], abs=3)
    assert len(segments) == 3
    assert segments[0][0] == 0
    assert segments[-1][1] == 799


def test_noise_alone_changes_nothing():
    for seed in range(3):
        assert ChangeProposer(12.0).propose(series(noise(1_000, seed)), []) == []


def test_the_less_caution_the_more_cuts():
    walk = np.cumsum(noise(400))[:, None]
    walk /= walk.std()
    assert len(cuts_of(walk, 2.0)) > len(cuts_of(walk, 40.0)) >= 1


def test_times_are_seconds_from_the_first_sample():
    values = noise(100)
    values[40] += 50
    time = [1_000_000 + 60 * i for i in range(100)]
    (found,) = AnomalyProposer(8.0, 31).propose(series(values, time), [])
    assert found.geometry == {"start": 2_400, "end": 2_460}


def test_changes_are_found_in_a_pre_labeling_process_too(models):
    values = np.concatenate([noise(60), noise(60, 2) + 9]).tolist()
    card = PRELABELERS.get("series_changes")
    with AskedPrelabeler(card, models=models, options={"caution": 12.0}) as asked:
        found = asked.ask(series(values), [Wanted("it", "range")])
    assert found.fault == ""
    assert {p.name for p in found.proposals} == {"change", "segment"}


def test_files_are_read_and_what_is_no_series_is_a_fault(tmp_path):
    path = shared("data/ts_nab/data/realTraffic/speed_7578.csv")
    assert AnomalyProposer(8.0, 101).propose(Medium("timeseries", path=path), [])
    (tmp_path / "a.csv").write_text("")
    for medium in (Medium("timeseries", path=tmp_path / "a.csv"), Medium("timeseries", {})):
        with pytest.raises(PrelabelerFault):
            ChangeProposer(12.0).propose(medium, [])
