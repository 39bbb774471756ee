"""Agreement of links, through the regions that both annotators marked."""

import pytest

from annotators.agreement.content import task_agreement
from annotators.agreement.links import link_agreement
from labeling.ontology.schema import parse_ontology

ENDS = ["mention", "thing"]
ONTOLOGY = parse_ontology(
    {
        "fields": {"caption": {"type": "text"}, "photo": {"type": "image"}},
        "labels": [
            {"id": "mention", "on": "caption", "kind": "span", "classes": ["car", "person"]},
            {"id": "thing", "on": "photo", "kind": "box", "classes": ["car", "person"]},
        ],
        "relations": [
            {"id": "same", "from": ENDS, "to": ENDS, "directed": False, "identity": True},
            {"id": "before", "from": "mention", "to": "mention"},
        ],
    }
)
SAME, BEFORE = ONTOLOGY.relations


def said(*links, shift=0.0, prefix="a"):
    """Three mentions and two things, of one person; `links` by short names."""
    places = {f"m{i}": ("mention", {"start": i * 5, "end": i * 5 + 4}) for i in range(3)}
    for i in range(2):
        box = {"x": 50 * i + shift, "y": 0, "width": 20, "height": 20}
        places[f"t{i}"] = ("thing", box)
    regions = [
        {"id": prefix + name, "label": label, "class": "car", "geometry": geometry}
        for name, (label, geometry) in places.items()
    ]
    relations = [
        {"id": f"r{i}", "label": kind, "from": prefix + start, "to": prefix + end}
        for i, (kind, start, end) in enumerate(links)
    ]
    return {"regions": regions, "relations": relations, "answers": {}}


def test_the_same_link_between_matching_regions_agrees_whatever_its_ids_and_direction():
    first = said(("same", "m0", "t0"))
    second = said(("same", "t0", "m0"), shift=3, prefix="b")
    assert link_agreement(ONTOLOGY, SAME, first, second) == 1


def test_links_of_regions_that_do_not_overlap_enough_do_not_agree():
    first, second = said(("same", "m0", "t0")), said(("same", "m0", "t0"), shift=12, prefix="b")
    assert link_agreement(ONTOLOGY, SAME, first, second) == 0


def test_a_directed_link_agrees_in_its_direction_only():
    first, second = said(("before", "m0", "m1")), said(("before", "m1", "m0"), prefix="b")
    assert link_agreement(ONTOLOGY, BEFORE, first, first) == 1
    assert link_agreement(ONTOLOGY, BEFORE, first, second) == 0


def test_an_object_joined_as_a_chain_is_the_object_joined_as_a_star():
    chain = said(("same", "m0", "m1"), ("same", "m1", "t0"))
    star = said(("same", "t0", "m0"), ("same", "t0", "m1"), prefix="b")
    assert link_agreement(ONTOLOGY, SAME, chain, star) == 1


def test_half_of_the_links_shared_is_an_f1_of_two_thirds():
    first = said(("same", "m0", "t0"))
    second = said(("same", "m0", "t0"), ("same", "m1", "t1"), prefix="b")
    assert link_agreement(ONTOLOGY, SAME, first, second) == pytest.approx(2 / 3)


def test_no_links_on_either_side_is_no_opinion_and_on_one_side_no_agreement():
    assert link_agreement(ONTOLOGY, SAME, said(), said()) is None
    assert link_agreement(ONTOLOGY, SAME, said(("same", "m0", "t0")), said(prefix="b")) == 0


def test_links_count_in_the_agreement_of_a_task():
    first = said(("same", "m0", "t0"))
    assert task_agreement(ONTOLOGY, [first, first]) == 1
    assert task_agreement(ONTOLOGY, [first, said(("same", "m1", "t0"))]) == pytest.approx(2 / 3)
