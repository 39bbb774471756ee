"""Only changes that annotations notice are told, and `was` tells renames from replacements."""

import copy

import pytest

from labeling.ontology import parse_ontology
from labeling.ontology.migration import Change, diff_ontologies
from tests.labeling.ontology.documents import a_document


def diff(change):
    document = a_document()
    after = copy.deepcopy(document)
    change(after)
    return diff_ontologies(parse_ontology(document), parse_ontology(after))


def classes(document):
    return document["labels"][0]["classes"]


def test_names_colours_and_hotkeys_change_nothing_that_is_stored():
    def change(document):
        classes(document)[0] |= {"name": "Auto", "color": "#112233", "hotkey": "x"}
        document["labels"][0]["name"] = "Things"

    assert diff(change) == []


def test_a_new_class_is_added():
    found = diff(lambda d: classes(d).append({"id": "bus"}))
    assert found == [Change("add", "class", (), ("bus",), "object")]


def test_a_missing_class_is_removed():
    found = diff(lambda d: classes(d).pop())
    assert found == [Change("remove", "class", ("person",), (), "object", may_lose=True)]


def test_a_class_that_says_what_it_was_is_renamed():
    found = diff(lambda d: classes(d)[1].update(id="human", was="person"))
    assert found == [Change("rename", "class", ("person",), ("human",), "object")]
    assert found[0].what == "class of object: person → human"


def test_without_was_it_is_one_removed_and_one_added():
    found = diff(lambda d: classes(d)[1].update(id="human"))
    assert [change.kind for change in found] == ["remove", "add"]


def test_two_classes_merge_into_a_new_one():
    def change(document):
        document["labels"][0]["classes"] = [{"id": "thing", "was": ["car", "person"]}]

    assert diff(change) == [Change("merge", "class", ("car", "person"), ("thing",), "object")]


def test_a_class_may_merge_into_one_that_stays():
    def change(document):
        document["labels"][0]["classes"] = [{"id": "car", "was": ["person"]}]

    assert diff(change) == [Change("merge", "class", ("car", "person"), ("car",), "object")]


def test_a_class_splits_into_itself_and_another():
    found = diff(lambda d: classes(d).append({"id": "truck", "was": "car"}))
    assert found == [Change("split", "class", ("car",), ("car", "truck"), "object", True)]


def test_a_label_is_renamed_and_its_classes_are_compared_still():
    def change(document):
        document["labels"][2] |= {"id": "good", "was": "usable"}
        document["labels"][2]["classes"].append({"id": "unsure"})

    assert diff(change) == [
        Change("add", "class", (), ("unsure",), "usable"),
        Change("rename", "label", ("usable",), ("good",)),
    ]


@pytest.mark.parametrize(
    ("place", "kind", "may_lose"),
    [(2, "multichoice", False), (0, "rotated_box", False), (0, "mask", True)],
)
def test_another_kind_is_a_retype_that_says_whether_it_loses(place, kind, may_lose):
    (found,) = diff(lambda d: d["labels"][place].update(kind=kind))
    assert (found.kind, found.new, found.may_lose) == ("retype", (kind,), may_lose)


def test_a_removed_label_relation_and_field_are_told():
    def change(document):
        del document["relations"][0], document["labels"][1], document["fields"]["caption"]

    assert {(c.kind, c.part, c.old) for c in diff(change)} == {
        ("remove", "field", ("caption",)),
        ("remove", "label", ("mention",)),
        ("remove", "relation", ("same_thing",)),
    }


def test_a_narrower_range_is_told_and_a_wider_is_not():
    def rating(**limits):
        fields = {"t": {"type": "text"}}
        return parse_ontology(
            {"fields": fields, "labels": [{"id": "r", "kind": "rating"} | limits]}
        )

    assert [c.kind for c in diff_ontologies(rating(max=10), rating(max=5))] == ["limit"]
    assert diff_ontologies(rating(max=5), rating(max=10)) == []


def test_was_that_names_nothing_known_is_an_addition():
    found = diff(lambda d: classes(d).append({"id": "bus", "was": ["tram", 7]}))
    assert [change.kind for change in found] == ["add"]


def test_was_works_once_even_if_the_old_id_comes_back_later():
    document = a_document()
    classes(document)[1] |= {"id": "human", "was": "person"}
    renamed = parse_ontology(document)
    classes(document).append({"id": "person"})
    both = parse_ontology(document)
    assert [change.kind for change in diff_ontologies(renamed, both)] == ["add"]
    assert diff_ontologies(both, both) == []


def test_a_field_of_another_type_and_a_new_field_are_told():
    def document(**fields):
        return parse_ontology({"fields": fields, "labels": []})

    text, audio = {"type": "text"}, {"type": "audio"}
    found = diff_ontologies(document(a=text), document(a=audio, b=text))
    assert [(c.kind, c.part, c.new) for c in found] == [
        ("retype", "field", ("audio",)),
        ("add", "field", ("b",)),
    ]


def test_a_label_that_moves_to_another_field_is_told():
    def document(on):
        fields = {"a": {"type": "text"}, "b": {"type": "text"}}
        label = {"id": "s", "on": on, "kind": "span"}
        return parse_ontology({"fields": fields, "labels": [label]})

    (found,) = diff_ontologies(document("a"), document("b"))
    assert (found.kind, found.old, found.new, found.label) == ("move", ("a",), ("b",), "s")


def of_kind(field_type, kind, **more):
    label = {"id": "it", "on": "media", "kind": kind} | more
    return parse_ontology({"fields": {"media": {"type": field_type}}, "labels": [label]})


def test_a_track_that_follows_another_shape_is_told():
    before, after = of_kind("video", "track"), of_kind("video", "track", shape="polygon")
    (found,) = diff_ontologies(before, after)
    assert (found.kind, found.old, found.new) == ("retype", ("track:box",), ("track:polygon",))
    assert not found.may_lose
    (back,) = diff_ontologies(after, before)
    assert back.may_lose
    assert diff_ontologies(before, of_kind("video", "track", shape="box")) == []


def test_boxes_of_a_volume_have_no_outline():
    (on_image,) = diff_ontologies(of_kind("image", "box"), of_kind("image", "polygon"))
    (in_volume,) = diff_ontologies(of_kind("volume", "box"), of_kind("volume", "polygon"))
    assert (on_image.may_lose, in_volume.may_lose) == (False, True)
