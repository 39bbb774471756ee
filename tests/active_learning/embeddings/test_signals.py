"""Sounds and series as vectors and windows."""

import numpy as np
import pytest

from active_learning.embeddings.series import SeriesEncoder, TimedValues
from active_learning.embeddings.sounds import BANDS, Sound, SoundEncoder, bands_of


def sound(band: int, rows: int = 60) -> Sound:
    levels = np.full((rows, BANDS), 40, np.uint8)
    levels[10 : rows - 10, band : band + 3] = 200
    return Sound(levels, 0.01)


def test_bands_are_means_of_near_rows() -> None:
    columns = np.tile(np.arange(256, dtype=np.uint8), (3, 1))
    found = bands_of(columns)
    assert found.shape == (3, BANDS)
    assert (np.diff(found[0].astype(int)) > 0).all()


def test_sounds_alike_lie_nearer_than_others() -> None:
    low, low_longer, high = SoundEncoder().encode([sound(5), sound(5, 90), sound(30)])
    assert low @ low_longer > low @ high


def test_a_sound_without_a_sample_has_no_direction() -> None:
    (row,) = SoundEncoder().encode([Sound(np.zeros((0, BANDS), np.uint8), 0.01)])
    assert not row.any()


def test_sounds_and_series_survive_the_way_to_serving() -> None:
    heard = Sound.from_json(sound(7).to_json())
    assert (heard.levels == sound(7).levels).all()
    assert heard.hop_s == 0.01
    series = TimedValues(np.arange(3.0), np.array([[1.0, np.nan, 3.0]], np.float32))
    again = TimedValues.from_json(series.to_json())
    assert np.array_equal(again.values, series.values, equal_nan=True)
    with pytest.raises(ValueError, match="no sound"):
        Sound.from_json({"levels": "AA==", "hop_s": 0.1})
    with pytest.raises(ValueError, match="no series"):
        TimedValues.from_json({"seconds": [0.0]})


def test_missing_measurements_are_interpolated() -> None:
    series = TimedValues(np.arange(3.0), np.array([[1.0, np.nan, 3.0]], np.float32))
    assert series.filled().tolist() == [[1.0, 2.0, 3.0]]


def test_series_of_one_rhythm_lie_nearer_than_others() -> None:
    seconds = np.arange(300.0)
    waves = [np.sin(seconds / 5), np.sin(seconds / 5 + 2) * 3, np.sin(seconds / 50)]
    values = [TimedValues(seconds, wave[None, :].astype(np.float32)) for wave in waves]
    quick, also_quick, slow = SeriesEncoder().encode(values)
    assert np.isfinite([quick, also_quick, slow]).all()
    assert quick @ also_quick > quick @ slow
