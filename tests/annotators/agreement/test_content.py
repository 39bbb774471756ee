"""Agreement of whole annotations, whatever kind of mark they hold."""

import pytest

from annotators.agreement.content import METRIC_OF_KIND, pair_agreement
from labeling.ontology.parts import FIELD_TYPES
from labeling.ontology.schema import parse_ontology
from labeling.regions import KINDS
from tests.labeling.regions.test_registry import EXAMPLES

HALF = {
    "cuboid": ({"size": [4, 2, 2]}, {"size": [4, 2, 1], "center": [9, -2, 0]}),  # the lower half
    "point_labels": ({"runs": [[0, 8]]}, {"runs": [[0, 4]]}),
    "track": ({"end": 12}, {"end": 7}),
    "page_box": ({"width": 10}, {"width": 5}),
}


def label_of(kind):
    field = next(name for name in FIELD_TYPES if name in KINDS[kind].fields)
    label = {"id": "it", "on": "media", "kind": kind, "classes": ["a", "b"]}
    document = {"fields": {"media": {"type": field}}, "labels": [label]}
    return parse_ontology(document).labels[0]


def said(geometry, class_id="a"):
    return {"regions": [{"label": "it", "class": class_id, "geometry": geometry}], "answers": {}}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_mark_agrees_fully_and_another_class_not_at_all(kind):
    label, mark = label_of(kind), EXAMPLES[kind]
    assert METRIC_OF_KIND[kind] in {"matched_iou", "span_f1"}
    assert pair_agreement(label, said(mark), said(mark)) == pytest.approx(1)
    assert pair_agreement(label, said(mark), said(mark, "b")) == 0
    assert pair_agreement(label, said(mark), {"regions": [], "answers": {}}) == 0


@pytest.mark.parametrize("kind", HALF)
def test_marks_that_share_half_agree_by_half(kind):
    one, two = (EXAMPLES[kind] | change for change in HALF[kind])
    found = pair_agreement(label_of(kind), said(one), said(two))
    assert found == pytest.approx(0.5)


def test_spans_of_two_turns_disagree():
    first, second = ({"turn": turn, "start": 0, "end": 4} for turn in (0, 1))
    assert pair_agreement(label_of("span"), said(first), said(second)) == 0
