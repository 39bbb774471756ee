"""The linked demo: what its note names stands on the shelf and is called in the sound."""

import numpy as np
import pytest

from labeling.config.demo.linked import markets
from labeling.media.audio import KIND as AUDIO
from tests.labeling.media.decoders import probe_as


def test_every_call_is_named_in_the_note_and_lies_within_the_sound(tmp_path):
    for item in markets(3, np.random.default_rng(1), tmp_path):
        lasts = probe_as(AUDIO.type, item["data"]["announcement"]).duration
        calls = item["predictions"][0]["regions"]
        assert len(calls) == 3
        for call in calls:
            assert call["text"].rstrip("!").lower() in item["data"]["note"].lower()
            assert 0 < call["geometry"]["start"] < call["geometry"]["end"] <= lasts + 0.05


def test_luck_is_all_that_makes_markets_differ(tmp_path):
    def notes(seed):
        return [item["data"]["note"] for item in markets(3, np.random.default_rng(seed), tmp_path)]

    assert notes(1) == notes(1)
    assert notes(1) != notes(2)


@pytest.mark.parametrize("seed", [3, 4])
def test_a_shelf_is_a_picture(tmp_path, seed):
    (item,) = markets(1, np.random.default_rng(seed), tmp_path)
    assert probe_as("image", item["data"]["shelf"]).width == 960
