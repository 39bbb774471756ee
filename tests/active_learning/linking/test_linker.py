"""The linker's core: what a few confirmed links teach, and what its file keeps."""

import numpy as np
import pytest
from PIL import Image

from active_learning.linking import (
    LinkerFileError,
    Marks,
    chances,
    link_uncertainty,
    load_linker,
    save_linker,
)
from active_learning.linking.cropping import crop
from active_learning.linking.fitting import fit_linker
from active_learning.linking.lessons import Linked, make_lessons

ENCODERS = ("words@1", "pictures@1")
KINDS = 3


def world(seed=0, tasks=12, named=False):
    """Tasks of one word and one place a kind; vectors of a kind scatter about a direction."""
    rng = np.random.default_rng(seed)
    ways = np.random.default_rng(99)
    word_ways, place_ways = ways.normal(size=(KINDS, 24)), ways.normal(size=(KINDS, 40))

    def near(all_ways):
        rows = np.tile(all_ways, (tasks, 1)) + rng.normal(size=(tasks * KINDS, all_ways.shape[1]))
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    names = [f"label:{chr(97 + k)}" if named else "" for k in range(KINDS)] * tasks
    frames = [tuple(rng.uniform(0.1, 0.4, 4)) for _ in range(tasks * KINDS)]
    return Marks.of(near(word_ways), names), Marks.of(near(place_ways), names, frames)


def linked(tasks):
    found = []
    for task in range(tasks):
        rows = tuple(range(task * KINDS, (task + 1) * KINDS))
        found.append(Linked(rows, rows, frozenset(zip(rows, rows, strict=True))))
    return found


def accuracy(linker, seed=5, tasks=30, named=False):
    words, places = world(seed, tasks, named)
    right = 0
    for task in range(tasks):
        rows = slice(task * KINDS, (task + 1) * KINDS)
        part = [Marks(m.vectors[rows], m.frames[rows], m.named[rows]) for m in (words, places)]
        right += int((linker.scores(*part).argmax(axis=1) == np.arange(KINDS)).sum())
    return right / (tasks * KINDS)


def fitted(tasks, **kwargs):
    words, places = world(**kwargs)
    return fit_linker(make_lessons(words, places, linked(tasks)), encoders=ENCODERS)


def test_more_links_teach_more_and_a_few_are_better_than_chance():
    few, many = accuracy(fitted(2)), accuracy(fitted(12))
    assert few > 1 / KINDS + 0.1
    assert many > few
    assert many > 0.85


def test_equal_class_names_belong_together_before_anything_is_seen():
    words, places = world(named=True, tasks=1)
    lonely = make_lessons(words, places, [Linked((0,), (0,), frozenset({(0, 0)}))])
    linker = fit_linker(lonely, encoders=ENCODERS)
    assert accuracy(linker, named=True) == 1


def test_a_fit_does_not_depend_on_luck():
    assert np.array_equal(fitted(4).form, fitted(4).form)


def test_what_nobody_linked_counts_less_and_a_single_candidate_teaches_nothing():
    words, places = world(tasks=1)
    lessons = make_lessons(words, places, [Linked((0,), (0, 1), frozenset({(0, 0)}))])
    assert lessons.from_words[0].weights == (1.0, 0.25)
    assert lessons.from_pictures == []
    assert lessons.links == 1


def test_the_file_gives_the_same_scores_and_runs_no_code():
    linker = fitted(4)
    again = load_linker(save_linker(linker))
    words, places = world(3)
    assert np.allclose(again.scores(words, places), linker.scores(words, places), atol=0.02)
    assert (again.encoders, again.links) == (ENCODERS, 12)


@pytest.mark.parametrize("content", [b"", b"\x08\0\0\0\0\0\0\0{}      ", b"nonsense" * 9])
def test_another_file_is_refused(content):
    with pytest.raises(LinkerFileError):
        load_linker(content)


def test_uncertainty_is_greatest_between_two_equal_candidates_and_none_for_one():
    assert link_uncertainty([3.0, 3.0]) == 1
    assert link_uncertainty([30.0, 0.0, 0.0]) < 0.01
    assert link_uncertainty([3.0]) == 0
    assert link_uncertainty([]) == 0
    assert chances([0.0, 0.0]).tolist() == [0.5, 0.5]


def test_a_crop_holds_its_place_and_a_sliver_is_no_error():
    picture = Image.new("RGB", (100, 50), "white")
    picture.paste((255, 0, 0), (40, 10, 60, 30))
    pixels = crop(picture, (0.4, 0.2, 0.2, 0.4), side=24)
    assert tuple(pixels[12, 12]) == (255, 0, 0)
    assert crop(picture, (0.999, 0.5, 0.0, 0.0), side=24).shape == (24, 24, 3)
