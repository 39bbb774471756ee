"""Words of a transcript have times inside their range."""

import pytest

from labeling.ontology import parse_ontology
from labeling.ontology.annotation import validate_annotation
from labeling.regions.kind import Bounds

ONTOLOGY = parse_ontology(
    {
        "fields": {"talk": {"type": "audio"}},
        "labels": [{"id": "turn", "on": "talk", "kind": "range", "classes": [{"id": "a"}]}],
    }
)


def faults(words):
    region = {"id": "r", "label": "turn", "class": "a", "geometry": {"start": 1, "end": 3}}
    content = {"regions": [{**region, "text": "good morning", "words": words}]}
    found = validate_annotation(ONTOLOGY, content, {"talk": Bounds(duration=5)})
    return [problem.pointer for problem in found]


def word(text, start, end):
    return {"text": text, "start": start, "end": end}


def test_words_one_after_the_other_are_taken():
    assert faults([word("good", 1, 1.7), word("morning", 1.7, 3)]) == []
    assert faults([]) == []


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("good morning", "/regions/0/words"),
        (["good"], "/regions/0/words/0"),
        ([word(None, 1, 2)], "/regions/0/words/0"),
        ([word("good", 2, 1)], "/regions/0/words/0"),
        ([word("good", 0.5, 2)], "/regions/0/words/0"),
        ([word("good", 1, 2), word("morning", 1.5, 3)], "/regions/0/words/1"),
        ([word("good", 1, 2), word("morning", 2, 3.5)], "/regions/0/words/1"),
        ([word("good", 1, float("nan"))], "/regions/0/words/0"),
        ([word("good", "1", True)], "/regions/0/words/0"),
    ],
)
def test_words_out_of_their_range_or_order_are_named(words, place):
    assert faults(words) == [place]
