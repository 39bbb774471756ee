"""Speech, silence and words in recordings."""

import numpy as np
import pytest

from active_learning.prelabelers.asking import AskedPrelabeler, missing_needs
from active_learning.prelabelers.base import Medium, PrelabelerFault, Wanted
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.ranges import runs_of
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.prelabelers.sound import RATE, speech_samples
from tests.shared_data import shared


def ask(name, models, path, *kinds, **options):
    card = PRELABELERS.get(name)
    if missing := missing_needs(card):
        pytest.skip(f"{missing[0].package} is not installed")
    with AskedPrelabeler(card, models=models, options=read_options(card, options)) as asked:
        return asked.ask(Medium("audio", path=path), [Wanted(k, k) for k in kinds or ("range",)])


def test_speech_is_parted_at_pauses_and_pauses_are_silence(models):
    path = shared("data/audio_ljspeech/wavs/LJ001-0001.wav")
    found = ask("audio_speech", models, path).proposals
    speech = [p.geometry for p in found if p.name == "speech"]
    silence = [p.geometry for p in found if p.name == "silence"]
    assert len(speech) == 2
    assert speech[0]["end"] == pytest.approx(4.1, abs=0.2)
    assert silence[0]["start"] < speech[1]["start"]
    assert silence[-1]["end"] > speech[0]["end"]
    assert all(0.5 < p.score <= 1 for p in found)


def test_a_bell_is_no_speech(models):
    found = ask("audio_speech", models, shared("data/audio_events/bell.oga"))
    assert not found.fault
    assert [p for p in found.proposals if p.name == "speech"] == []


def test_what_is_said_is_written_down_phrase_by_phrase(models):
    path = shared("data/audio_ljspeech/wavs/LJ001-0002.wav")
    found = ask("audio_words", models, path, "range", "textarea").proposals
    (phrase,) = [p for p in found if p.kind == "range"]
    (whole,) = [p for p in found if p.kind == "textarea"]
    assert phrase.more["text"] == whole.value == "in being comparatively modern."
    assert 0 <= phrase.geometry["start"] < phrase.geometry["end"] <= 2.1


def test_a_file_that_is_no_sound_is_a_fault(models, tmp_path):
    path = tmp_path / "a.wav"
    path.write_text("no sound at all")
    found = ask("audio_speech", models, path)
    assert (found.fault, found.proposals) == ("unreadable", ())


def test_sounds_come_as_one_channel_at_the_rate_that_models_take():
    path = shared("data/audio_fsdd") / "recordings"
    path = next(iter(sorted((path if path.is_dir() else path.parent).rglob("*.wav"))))
    samples = speech_samples(Medium("audio", path=path), 60)
    assert samples.ndim == 1
    assert samples.dtype == np.float32
    assert np.abs(samples).max() <= 1.0
    assert 0.1 < len(samples) / RATE < 5
    with pytest.raises(PrelabelerFault, match="longer than"):
        speech_samples(Medium("audio", path=path, facts={"duration": 100}), 60)


@pytest.mark.parametrize(
    ("moments", "gap", "least", "runs"),
    [
        ("", 0, 1, []),
        ("0110", 0, 1, [(1, 3)]),
        ("1100111", 0, 3, [(4, 7)]),
        ("1100111", 2, 3, [(0, 7)]),
        ("10001", 2, 1, [(0, 1), (4, 5)]),
    ],
)
def test_runs_join_over_short_gaps_and_short_ones_go(moments, gap, least, runs):
    assert runs_of(np.array([m == "1" for m in moments], bool), gap, least) == runs
