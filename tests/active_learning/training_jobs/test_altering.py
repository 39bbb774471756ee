"""Altered values are like what they come from, and the same whoever makes them."""

import numpy as np

from active_learning.training_jobs.altering import Alteration, altered, can_alter

TEXT = "When did the last train to the north leave the station"


def pixels() -> np.ndarray:
    """Return a picture that is dark on its left and light on its right."""
    row = np.linspace(20, 220, 64).astype(np.uint8)
    return np.repeat(np.tile(row, (64, 1))[:, :, None], 3, axis=2)


def test_a_copy_is_the_same_whoever_makes_it_and_each_copy_another() -> None:
    how = Alteration(seed=4)
    first, again, second = (
        altered("image", pixels(), how, how.source(7, copy)) for copy in (0, 0, 1)
    )
    assert first.shape == pixels().shape
    assert first.dtype == np.uint8
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, altered("image", pixels(), Alteration(seed=5),
                                             Alteration(seed=5).source(7, 0)))  # fmt: skip


def test_left_and_right_change_places_only_where_that_is_allowed() -> None:
    def lighter_left(mirror: bool) -> int:
        how = Alteration(0.2, mirror)
        made = [altered("image", pixels(), how, how.source(1, copy)) for copy in range(20)]
        return sum(one[:, :32].mean() > one[:, 32:].mean() for one in made)

    assert lighter_left(mirror=False) == 0
    assert 4 <= lighter_left(mirror=True) <= 16


def test_a_text_loses_and_swaps_words_but_gets_none() -> None:
    how = Alteration(1.0)
    made = {altered("text", TEXT, how, how.source(1, copy)) for copy in range(12)}
    assert len(made) > 6
    for one in made:
        assert set(one.split()) <= set(TEXT.split())
        assert one == one.strip()
        assert len(one.split()) >= 5
    chinese = altered("text", "我们明天早上去北京开会", how, how.source(1, 0))
    assert set(chinese) < set("我们明天早上去北京开会")
    assert " " not in chinese


def test_what_is_short_missing_or_of_another_kind_stays() -> None:
    how = Alteration(1.0)
    assert altered("text", "yes", how, how.source(1, 0)) == "yes"
    assert altered("image", None, how, how.source(1, 0)) is None
    assert altered("timeseries", [1, 2], how, how.source(1, 0)) == [1, 2]
    assert [can_alter(kind) for kind in ("image", "dialogue", "audio")] == [True, True, False]
