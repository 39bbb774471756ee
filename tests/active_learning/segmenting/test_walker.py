"""Clicks and boxes find what was painted; each click changes only what it is about."""

from active_learning.segmenting.cells import CellGraph, graph_of
from active_learning.segmenting.prompt import Click, Prompt
from active_learning.segmenting.walker import Walker
from tests.active_learning.segmenting.scenes import disc, overlap, two_halves


def found(graph: CellGraph, prompt: Prompt):
    return Walker(graph).run(prompt)[graph.labels] > 0.5


def test_one_click_finds_a_thing_that_stands_out() -> None:
    picture, truth = disc()
    graph = graph_of(picture, 400)
    assert overlap(found(graph, Prompt((Click(70, 90, True),))), truth) > 0.9


def test_a_box_finds_the_thing_in_it_without_its_corners() -> None:
    picture, truth = disc()
    graph = graph_of(picture, 400)
    mask = found(graph, Prompt(box=(38, 58, 64, 64)))
    assert overlap(mask, truth) > 0.9
    assert not mask[58:62, 38:42].any()


def test_a_second_click_adds_to_what_the_first_found() -> None:
    picture, truth = two_halves()
    graph = graph_of(picture, 400)
    one = found(graph, Prompt((Click(60, 80, True),)))
    both = found(graph, Prompt((Click(60, 80, True), Click(100, 80, True))))
    assert (both & one).sum() > 0.95 * one.sum()
    assert overlap(both, truth) > overlap(one, truth)
    assert both[80, 100]


def test_a_click_off_the_thing_takes_a_patch_away_and_leaves_the_rest() -> None:
    picture, truth = two_halves()
    graph = graph_of(picture, 400)
    boxed = Prompt(box=(38, 48, 84, 64))
    before = found(graph, boxed)
    after = found(graph, Prompt((Click(100, 80, False),), boxed.box))
    assert overlap(before, truth) > 0.85
    assert not (after & ~before).any()
    assert not after[80, 100]
    assert (after & before)[:, :70].sum() > 0.95 * before[:, :70].sum()


def test_what_was_clicked_is_as_it_was_said() -> None:
    picture, _ = disc()
    graph = graph_of(picture, 400)
    clicks = (Click(70, 90, True), Click(10, 10, True), Click(70, 110, False), Click(150, 5, False))
    mask = found(graph, Prompt(clicks))
    assert mask[90, 70]
    assert mask[10, 10]
    assert not mask[110, 70]
    assert not mask[5, 150]


def test_only_clicks_off_the_thing_find_nothing() -> None:
    graph = graph_of(disc()[0], 100)
    assert not found(graph, Prompt((Click(70, 90, False),))).any()


def test_a_box_smaller_than_any_cell_finds_the_cell_at_its_middle() -> None:
    graph = graph_of(disc()[0], 50)
    mask = found(graph, Prompt(box=(100, 20, 1, 1)))
    assert mask[20, 100]
    assert (mask == (graph.labels == graph.at(100.5, 20.5))).all()
