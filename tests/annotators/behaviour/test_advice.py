"""What one is told about oneself."""

from annotators.behaviour import advise, streak


def test_the_pair_mistaken_most_and_the_weak_class_are_named():
    slip = {"label": "mood", "truth": "neutral", "said": "pos"}
    classes = [
        {"class": "pos", "value": 0.95, "low": 0.9, "high": 0.99, "n": 50},
        {"class": "neutral", "value": 0.6, "low": 0.45, "high": 0.75, "n": 30},
    ]
    detail = {
        "mistakes": [slip] * 4,
        "labels": [{"label": "mood", "value": 0.85, "classes": classes}],
    }
    confused, weak = advise(detail)
    assert (confused.code, confused.params["times"]) == ("confused", 4)
    assert (weak.code, weak.params["class"]) == ("weak_class", "neutral")


def test_nothing_is_said_on_little():
    wide = [{"class": "neg", "value": 0.5, "low": 0.1, "high": 0.9, "n": 3}]
    slip = {"label": "mood", "truth": "neg", "said": "pos"}
    detail = {"mistakes": [slip], "labels": [{"label": "mood", "value": 0.8, "classes": wide}]}
    assert advise(detail) == []
    assert advise({}) == []


def test_tiredness_haste_and_progress_are_told_when_sure():
    detail = {
        "patterns": [{"kind": "hasty"}],
        "sittings_change": {"value": -0.1, "low": -0.2, "high": -0.02},
        "weeks_change": {"value": 0.1, "low": 0.02, "high": 0.2},
    }
    assert [one.code for one in advise(detail)] == ["slower", "pause", "better"]


def test_a_streak_lasts_until_a_day_is_left_out():
    assert streak([10, 11, 12], today=12) == 3
    assert streak([10, 11, 12], today=13) == 3
    assert streak([10, 11, 12], today=14) == 0
    assert streak([], today=1) == 0
