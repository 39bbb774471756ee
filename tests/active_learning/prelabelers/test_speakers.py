"""Voices are told apart, and numbered as they are heard."""

import wave

import numpy as np
import pytest

from active_learning.embeddings.folder import VOICES
from active_learning.embeddings.mel import BANDS, mel_power
from active_learning.prelabelers.asking import AskedPrelabeler, missing_needs
from active_learning.prelabelers.audio_speakers.proposing import turns_of, voices_apart
from active_learning.prelabelers.base import Medium, Wanted
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.prelabelers.sound import RATE, speech_samples
from tests.shared_data import shared

TURNS = ("theo", "nicolas", "theo")


@pytest.fixture(name="talk")
def _talk(tmp_path):
    """Two people in turn, and the seconds at which the second one begins and ends."""
    folder, pause = shared("data/audio_fsdd"), np.zeros(RATE // 2, np.float32)
    said, ends = [pause], []
    for number, name in enumerate(TURNS):
        for digit in (5, 6, 7, 8, 9):
            (path,) = folder.rglob(f"{digit}_{name}_{number}.wav")
            sound = speech_samples(Medium("audio", path=path), 60)
            said.append(sound / np.abs(sound).max() / 2)
        said.append(pause)
        ends.append(sum(map(len, said)) / RATE)
    path = tmp_path / "talk.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.concatenate(said) * 32_000).astype("<i2").tobytes())
    return path, ends


def test_two_people_are_heard_and_who_speaks_again_is_known(models, talk):
    card, (path, ends) = PRELABELERS.get("audio_speakers"), talk
    if missing_needs(card) or not (models / VOICES).exists():
        pytest.skip("Resemblyzer is not installed")
    with AskedPrelabeler(card, models=models, options=read_options(card, {})) as asked:
        found = asked.ask(Medium("audio", path=path), [Wanted("it", "range")]).proposals
    assert {p.name for p in found} == {"speaker 1", "speaker 2"}
    for turn in found:
        middle = (turn.geometry["start"] + turn.geometry["end"]) / 2
        assert turn.name == ("speaker 2" if ends[0] < middle < ends[1] else "speaker 1")


def test_voices_are_numbered_by_who_is_heard_first():
    one, other = np.array([1.0, 0.1, 0.0]), np.array([0.0, 0.1, 1.0])
    vectors = np.stack([other, one, other, one + 0.01]).astype(np.float32)
    assert voices_apart(vectors, 0).tolist() == [0, 1, 0, 1]
    assert voices_apart(vectors, 1).tolist() == [0, 0, 0, 0]
    assert voices_apart(vectors[:1], 0).tolist() == [0]


def test_a_turn_ends_between_the_parts_of_two_voices():
    labels, sure = np.array([0, 0, 1, 1]), np.full(4, 0.9)
    turns = turns_of([(0.0, 4.0), (5.0, 6.0)], [[0.0, 1.2, 2.4], [5.0]], labels, sure)
    assert [turn[:3] for turn in turns] == [
        (0, 0.0, pytest.approx(2.6)),
        (1, pytest.approx(2.6), 4.0),
        (1, 5.0, 6.0),
    ]


def test_a_tone_lies_in_the_bands_of_its_pitch():
    time = np.arange(RATE) / RATE
    low, high = (mel_power(np.sin(2 * np.pi * hz * time).astype(np.float32)) for hz in (200, 4000))
    assert low.shape == (101, BANDS)
    assert low[50].argmax() < 5
    assert high[50].argmax() > 25
    assert mel_power(np.zeros(0, np.float32)).shape[1] == BANDS
