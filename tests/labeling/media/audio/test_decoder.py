"""Sounds are measured by decoding, and their views lie where the sound is."""

import av
import numpy as np
import pytest

from labeling.media import MediaError
from tests.labeling.media.audio.sounds import RATE, tone, write
from tests.labeling.media.decoders import probe_as, render
from tests.shared_data import shared

CONTAINERS = {
    "a.wav": ("pcm_s16le", "audio/wav", True),
    "a.flac": ("flac", "audio/flac", True),
    "a.ogg": ("libopus", "audio/ogg", True),
    "a.m4a": ("aac", "audio/mp4", True),
    "a.mp3": ("libmp3lame", "audio/mpeg", True),
    "a.webm": ("libopus", "audio/webm", True),
    "a.aac": ("aac", "audio/aac", False),
    "a.aiff": ("pcm_s16be", "audio/aiff", False),
}


def peaks(path, tmp_path, level=0, tile=0):
    """Lowest, highest and mean level of each bucket, (buckets, channels, 3), as amplitudes."""
    render("audio", "peaks", path, tmp_path / "out", level=level, tile=tile)
    channels = probe_as("audio", path).facts["channels"]
    coded = np.frombuffer((tmp_path / "out").read_bytes(), np.int8).reshape(-1, channels, 3)
    return np.copysign((coded / 127.0) ** 2, coded)


@pytest.mark.parametrize("name", CONTAINERS)
def test_every_container_is_known_by_content_and_measured(name, tmp_path):
    codec, mime, plays = CONTAINERS[name]
    rate = 48_000 if codec == "libopus" else RATE
    path = write(tmp_path / name, tone(1.5, rate=rate), rate, codec)
    path = path.rename(tmp_path / "recording.bin")
    probe = probe_as("audio", path)
    assert (probe.mime, probe.facts["channels"], probe.facts["plays"]) == (mime, 1, plays)
    assert probe.duration == pytest.approx(1.5, abs=0.13 if codec == "aac" else 0.03)


def test_sound_whose_place_says_nothing_of_its_time_gets_a_rendition(tmp_path):
    calm = write(tmp_path / "a.mp3", tone(1), codec="libmp3lame", bit_rate=16_000).read_bytes()
    rich = write(tmp_path / "b.mp3", tone(1), codec="libmp3lame", bit_rate=96_000).read_bytes()
    path = tmp_path / "c.mp3"
    path.write_bytes(calm + rich)
    probe = probe_as("audio", path)
    assert not probe.facts["plays"]
    assert render("audio", "audio", path, tmp_path / "out") == "audio/webm"
    again = probe_as("audio", tmp_path / "out")
    assert again.facts["plays"]
    assert again.duration == pytest.approx(probe.duration, abs=0.01)


@pytest.mark.parametrize("name", ["tone.wav", "tone.flac", "tone_nolen.flac", "tone.webm"])
def test_the_length_is_known_whatever_the_container_says(name, tmp_path):
    path = shared(f"cases/files/O31/{name}")
    probe = probe_as("audio", path)
    assert probe.duration == pytest.approx(2.5, abs=0.02)
    assert probe.facts["plays"] is (name != "tone_nolen.flac")


def test_peaks_lie_where_the_sound_is(tmp_path):
    silence = np.zeros((1, RATE), np.float32)
    clap = np.zeros((1, RATE), np.float32)
    clap[0, 4_000:4_100] = 0.8
    path = write(tmp_path / "a.wav", np.concatenate([silence, clap, silence], axis=1))
    found = peaks(path, tmp_path)
    bucket_s = probe_as("audio", path).facts["peaks"]["bucket_s"]
    loud = np.flatnonzero(found[:, 0, 1] > 0.5) * bucket_s
    assert (loud[0], loud[-1]) == pytest.approx((1.25, 1.25625), abs=2 * bucket_s)
    assert found[loud.size and int(1.252 / bucket_s), 0, 2] == pytest.approx(0.8, abs=0.02)


def test_coarser_levels_keep_the_extremes_of_each_channel(tmp_path):
    path = write(tmp_path / "a.wav", tone(8, channels=2))
    facts = probe_as("audio", path).facts["peaks"]
    assert facts["levels"] == 2
    fine, coarse = peaks(path, tmp_path), peaks(path, tmp_path, level=1)
    assert len(peaks(path, tmp_path, tile=1)) == 8000 - facts["tile"]
    assert len(coarse) == 2000
    assert coarse[0, :, 1] == pytest.approx(fine[:4, :, 1].max(axis=0), abs=0.01)
    assert coarse[5, :, 1] == pytest.approx([0.5, 0.25], abs=0.02)
    assert coarse[5, 0, 2] == pytest.approx(0.5 / 2**0.5, abs=0.03)
    assert peaks(path, tmp_path, level=9).size == peaks(path, tmp_path, tile=7).size == 0


@pytest.mark.parametrize("scale", ["linear", "mel"])
def test_the_spectrogram_is_brightest_at_the_tone(scale, tmp_path):
    path = write(tmp_path / "a.wav", tone(1, hertz=3000, loud=0.9))
    render("audio", "spectrogram", path, tmp_path / "out", scale=scale)
    facts = probe_as("audio", path).facts["spectrogram"]
    columns = np.frombuffer((tmp_path / "out").read_bytes(), np.uint8).reshape(-1, facts["rows"])
    assert len(columns) == facts["columns"]
    brightest = int(columns[len(columns) // 2].argmax()) / facts["rows"]
    mel = np.log1p(3000 / 700) / np.log1p(8000 / 700)
    assert brightest == pytest.approx(3000 / 8000 if scale == "linear" else mel, abs=0.01)
    assert columns[len(columns) // 2].max() > 245  # near full scale


def test_lost_packets_become_silence_so_that_time_holds(tmp_path):
    rate = 48_000
    path = write(tmp_path / "a.webm", tone(1, rate=rate), rate, "libopus")
    late = write(tmp_path / "b.webm", tone(1, rate=rate), rate, "libopus")
    joined = _with_pause(path, late, tmp_path / "c.webm", pause_ms=2000)
    assert probe_as("audio", joined).duration == pytest.approx(4, abs=0.05)
    found = peaks(joined, tmp_path, level=1)
    bucket_s = 4 * probe_as("audio", joined).facts["peaks"]["bucket_s"]
    assert np.abs(found[int(1.2 / bucket_s) : int(2.8 / bucket_s)]).max() < 0.01
    assert found[int(3.5 / bucket_s), 0, 1] > 0.3


def _with_pause(first, second, out, pause_ms):
    """Copy the packets of two files into one, the second `pause_ms` later."""
    with av.open(str(out), "w") as target:
        stream = None
        for path, shift in ((first, 0), (second, 1000 + pause_ms)):
            with av.open(str(path)) as file:
                stream = stream or target.add_stream_from_template(file.streams.audio[0])
                for packet in file.demux(file.streams.audio[0]):
                    if packet.dts is not None:
                        packet.pts += shift
                        packet.dts += shift
                        packet.stream = stream
                        target.mux(packet)
    return out


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "empty"),
        (b"<html><script>alert(1)</script>", "disguised"),
        (b"#EXTM3U\nfile:///etc/passwd\n", "unsupported"),
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "unsupported"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00", "broken"),
        (b"fLaC" + bytes(60), "broken"),
        (b"OggS" + b"\x07" * 400, "broken"),
        (b"\xff\xfb" + b"\x55" * 600, "broken"),
        (b"ID3\x04\x00\x00\x7f\x7f\x7f\x7f", "broken"),
    ],
)
def test_what_holds_no_sound_is_refused(data, fault, tmp_path):
    (tmp_path / "a.wav").write_bytes(data)
    with pytest.raises(MediaError) as caught:
        probe_as("audio", tmp_path / "a.wav")
    assert caught.value.fault == fault


def test_a_file_cut_off_is_used_as_far_as_it_goes_and_says_so(tmp_path):
    whole = write(tmp_path / "a.wav", tone(2)).read_bytes()
    (tmp_path / "cut.wav").write_bytes(whole[: len(whole) // 2])
    probe = probe_as("audio", tmp_path / "cut.wav")
    assert probe.duration == pytest.approx(1, abs=0.01)


def test_recordings_beyond_a_day_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("labeling.media.audio.reading.MAX_SECONDS", 1)
    with pytest.raises(MediaError) as caught:
        probe_as("audio", write(tmp_path / "a.wav", tone(2)))
    assert caught.value.fault == "too_large"
    assert "split it" in caught.value.detail
