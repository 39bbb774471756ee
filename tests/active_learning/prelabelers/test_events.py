"""Sounds that stand out are cut where they begin, end and change, and told by their likeness."""

import numpy as np
import pytest

from active_learning.embeddings.mel import RATE, mel_power
from active_learning.prelabelers.asking import AskedPrelabeler
from active_learning.prelabelers.audio_events.proposing import events_in
from active_learning.prelabelers.base import MOST_FEATURES, Medium, Wanted
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.registry import PRELABELERS
from tests.shared_data import shared

RNG = np.random.default_rng(5)


def tone(hz, seconds):
    return 0.3 * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE)


def noise(loud, seconds):
    return loud * RNG.normal(size=round(seconds * RATE))


def test_an_event_is_cut_at_its_ends_and_where_it_becomes_another():
    parts = [np.zeros(RATE // 2), tone(440, 1.0), noise(0.1, 1.0), np.zeros(RATE // 2)]
    bands = mel_power(np.concatenate(parts).astype(np.float32))
    rise = 10 * np.log10(bands.sum(axis=1) + 1e-9) + 60
    (first, change), (_, after) = events_in(bands, rise.astype(np.float32), 9.0, 0.15)
    assert [first, change, after] == pytest.approx([50, 150, 250], abs=4)


def ask(path):
    card = PRELABELERS.get("audio_events")
    with AskedPrelabeler(card, models=path.parent, options=read_options(card, {})) as asked:
        return asked.ask(Medium("audio", path=path), [Wanted("it", "range")])


def test_a_short_sound_is_one_knock():
    (bell,) = ask(shared("data/audio_events/bell.oga")).proposals
    assert bell.name == "knock"
    assert 0 <= bell.geometry["start"] < bell.geometry["end"] < 0.6
    assert 0 < len(bell.features) <= MOST_FEATURES


def test_steady_noise_is_no_event():
    bands = mel_power(noise(0.05, 3.0).astype(np.float32))
    loud = 10 * np.log10(bands.sum(axis=1))
    assert list(events_in(bands, (loud - loud.min()).astype(np.float32), 9.0, 0.15)) == []
