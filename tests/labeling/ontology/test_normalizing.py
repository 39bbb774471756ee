"""What is stored says the same, in one form."""

from labeling.ontology import (
    merge_duplicates,
    normalize_annotation,
    parse_ontology,
    validate_annotation,
)
from tests.labeling.ontology.documents import FACTS, a_document, an_annotation, an_ontology

ONTOLOGY = parse_ontology(a_document())


def test_the_surface_of_a_span_is_taken_from_the_text_never_from_the_sender():
    content = an_annotation()
    content["regions"][1]["text"] = "<script>"
    stored = normalize_annotation(ONTOLOGY, content, FACTS)
    assert stored["regions"][1]["text"] == "car"
    assert stored["regions"][1]["on"] == "caption"
    assert stored["regions"][1]["origin"] == {"kind": "human"}


def test_normalising_twice_changes_nothing_more():
    once = normalize_annotation(ONTOLOGY, an_annotation(), FACTS)
    assert normalize_annotation(ONTOLOGY, once, FACTS) == once
    assert validate_annotation(ONTOLOGY, once, FACTS) == []


def test_blank_answers_are_left_out():
    stored = normalize_annotation(ONTOLOGY, {"answers": {"usable": " "}}, FACTS)
    assert stored == {"regions": [], "relations": [], "answers": {}}


def test_answers_to_questions_no_longer_asked_are_left_out():
    choice = {"id": "spam", "on": "text", "kind": "choice", "classes": ["yes", "no"]}
    why = {"id": "why", "on": "text", "kind": "textarea"}
    ontology = an_ontology(choice, why | {"when": {"label": "spam", "classes": ["yes"]}})
    stored = normalize_annotation(ontology, {"answers": {"spam": "no", "why": "old"}}, {})
    assert stored["answers"] == {"spam": "no"}


def test_compressed_masks_are_stored_as_lists():
    ontology = an_ontology({"id": "m", "on": "image", "kind": "mask"})
    region = {"id": "a", "label": "m", "geometry": {"size": [2, 3], "counts": "231"}}
    stored = normalize_annotation(ontology, {"regions": [region]}, {})
    assert stored["regions"][0]["geometry"] == {"size": [2, 3], "counts": [2, 3, 1]}


def test_merging_keeps_the_first_and_moves_its_relations():
    content = an_annotation()
    content["regions"].append(content["regions"][0] | {"id": "r3"})
    content["relations"] = [
        {"id": "l1", "label": "same_thing", "from": "r2", "to": "r3"},
        {"id": "l2", "label": "same_thing", "from": "r2", "to": "r1"},
    ]
    merged, notes = merge_duplicates(ONTOLOGY, content)
    assert [region["id"] for region in merged["regions"]] == ["r1", "r2"]
    assert merged["relations"] == [{"id": "l1", "label": "same_thing", "from": "r2", "to": "r1"}]
    assert [note.pointer for note in notes] == ["/regions/2"]
    assert validate_annotation(ONTOLOGY, merged, FACTS) == []


def test_merging_leaves_unsound_regions_for_validation():
    content = an_annotation()
    content["regions"][0]["geometry"] = {"x": "left"}
    merged, notes = merge_duplicates(ONTOLOGY, content)
    assert merged["regions"] == content["regions"]
    assert notes == []
