"""What is one object: regions connected by relations with identity."""

from labeling.ontology.annotation import validate_annotation
from labeling.ontology.objects import identities_between, identity_pairs, objects_of
from labeling.ontology.schema import parse_ontology

DOCUMENT = {
    "fields": {"caption": {"type": "text"}, "photo": {"type": "image"}, "sound": {"type": "audio"}},
    "labels": [
        {"id": "mention", "on": "caption", "kind": "span", "classes": ["car"]},
        {"id": "thing", "on": "photo", "kind": "box", "classes": ["car"]},
        {"id": "said", "on": "sound", "kind": "range", "classes": ["car"]},
    ],
    "relations": [
        {"id": "same", "from": "mention", "to": ["thing", "said"], "identity": True},
        {"id": "near", "from": "mention", "to": "mention", "directed": False},
    ],
}
ONTOLOGY = parse_ontology(DOCUMENT)


def content(*links):
    relations = [
        {"id": f"r{i}", "label": kind, "from": start, "to": end, **rest}
        for i, (kind, start, end, rest) in enumerate(links)
    ]
    spans = {"a": (0, 3), "d": (4, 7)}
    regions = [
        {"id": "a", "label": "mention", "class": "car"},
        {"id": "b", "label": "thing", "class": "car"},
        {"id": "c", "label": "said", "class": "car"},
        {"id": "d", "label": "mention", "class": "car"},
    ]
    for region in regions:
        start, end = spans.get(region["id"], (0, 1))
        box = {"x": 0, "y": 0, "width": 1, "height": 1}
        region["geometry"] = box if region["id"] == "b" else {"start": start, "end": end}
    return {"regions": regions, "relations": relations}


def test_an_ontology_keeps_identity_through_its_document():
    same, near = parse_ontology(ONTOLOGY.document).relations
    assert (same.identity, near.identity) == (True, False)
    assert ONTOLOGY.document["relations"][0]["identity"] is True
    assert "identity" not in ONTOLOGY.document["relations"][1]


def test_objects_are_components_across_fields_with_the_name_on_their_relations():
    given = content(
        ("same", "a", "b", {"name": "The lamp"}), ("same", "a", "c", {}), ("near", "a", "d", {})
    )
    (found,) = objects_of(ONTOLOGY, given)
    assert found.regions == ("a", "b", "c")
    assert found.relations == ("r0", "r1")
    assert found.name == "The lamp"
    assert set(identity_pairs(ONTOLOGY, given)) == {("a", "b"), ("a", "c"), ("b", "c")}


def test_regions_that_nothing_joins_and_links_to_regions_gone_make_no_object():
    assert objects_of(ONTOLOGY, content(("near", "a", "d", {}))) == ()
    assert objects_of(ONTOLOGY, content(("same", "a", "gone", {}))) == ()


def test_identity_is_found_from_either_end():
    mention, thing, said = ONTOLOGY.labels
    assert [r.id for r in identities_between(ONTOLOGY, thing, mention)] == ["same"]
    assert identities_between(ONTOLOGY, thing, said) == []


def test_a_name_that_is_no_text_is_refused_where_it_stands():
    problems = validate_annotation(ONTOLOGY, content(("same", "a", "b", {"name": 3})), {})
    assert [problem.pointer for problem in problems] == ["/relations/0/name"]
