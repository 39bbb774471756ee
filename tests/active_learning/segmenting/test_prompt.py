"""Prompts: read from requests, or refused with the place named."""

import pytest

from active_learning.segmenting.prompt import Click, Prompt, PromptFault, read_prompt


def test_clicks_box_and_window_are_read_and_cut_to_the_picture() -> None:
    given = {
        "clicks": [{"x": 3, "y": 4.5}, {"x": 100, "y": 50, "on": False}],
        "box": {"x": -10, "y": 10, "width": 30, "height": 100},
        "window": None,
    }
    prompt = read_prompt(given, 100, 50)
    assert prompt.clicks == (Click(3, 4.5, True), Click(100, 50, False))
    assert prompt.box == (0, 10, 20, 40)
    assert prompt.window is None
    assert read_prompt(prompt.as_json(), 100, 50) == prompt


def test_nothing_said_is_an_empty_prompt() -> None:
    assert read_prompt({}, 10, 10).is_empty
    assert not Prompt(box=(0, 0, 1, 1)).is_empty


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"clicks": "here"}, "/clicks"),
        ({"clicks": [{"x": 1, "y": 1}] * 65}, "/clicks"),
        ({"clicks": [{"x": 1, "y": 1}, 7]}, "/clicks/1"),
        ({"clicks": [{"x": 1, "y": 1, "on": "yes"}]}, "/clicks/0"),
        ({"clicks": [{"x": "1", "y": 1}]}, "/clicks/0/x"),
        ({"clicks": [{"x": float("nan"), "y": 1}]}, "/clicks/0/x"),
        ({"clicks": [{"x": True, "y": 1}]}, "/clicks/0/x"),
        ({"clicks": [{"x": 101, "y": 1}]}, "/clicks/0"),
        ({"box": [1, 2, 3, 4]}, "/box"),
        ({"box": {"x": 200, "y": 1, "width": 5, "height": 5}}, "/box"),
        ({"window": {"x": 1, "y": 1, "width": 0, "height": 5}}, "/window"),
        ({"window": {"x": 1, "y": 1, "width": 5}}, "/window/height"),
    ],
)
def test_what_means_nothing_is_refused_at_its_place(given, pointer) -> None:
    with pytest.raises(PromptFault) as caught:
        read_prompt(given, 100, 50)
    assert caught.value.pointer == pointer
