"""Mapping of columns to fields: what is suggested, and what a choice does."""

import pytest

from labeling.formats.fields import suggest_mapping
from labeling.ontology.schema import parse_ontology
from tests.factories.formats import read_text

TEXT = parse_ontology({"fields": {"text": {"type": "text"}}, "labels": []})
PAIR = parse_ontology(
    {
        "fields": {"photo": {"type": "image", "name": "Foto"}, "caption": {"type": "text"}},
        "labels": [],
    }
)


@pytest.mark.parametrize(
    ("columns", "ontology", "mapping"),
    [
        (["text", "n"], TEXT, {"text": "text", "n": None}),
        (["Text "], TEXT, {"Text ": "text"}),
        (["id", "sentence"], TEXT, {"id": None, "sentence": "text"}),
        (["whatever"], TEXT, {"whatever": "text"}),
        (["a", "b"], TEXT, {"a": None, "b": None}),
        (["external_id"], TEXT, {"external_id": None}),
        (["file", "body"], PAIR, {"file": "photo", "body": "caption"}),
        (["foto", "caption"], PAIR, {"foto": "photo", "caption": "caption"}),
        ([], TEXT, {}),
    ],
)
def test_columns_are_sent_to_the_fields_they_mean(columns, ontology, mapping) -> None:
    assert suggest_mapping(columns, ontology) == mapping


def one(tmp_path, text: str, **options):
    [task] = read_text("csv", text, tmp_path, ontology=TEXT, **options).tasks
    return task


def test_a_column_without_a_field_is_kept_under_its_own_name(tmp_path) -> None:
    task = one(tmp_path, "text,n\na,1\n", mapping={"n": None})
    assert task.data == {"text": "a", "n": "1"}


def test_a_column_can_be_left_out(tmp_path) -> None:
    assert one(tmp_path, "text,n\na,1\n", mapping={"n": ""}).data == {"text": "a"}


def test_a_field_can_be_given_to_another_column(tmp_path) -> None:
    task = one(tmp_path, "text,body\na,b\n", mapping={"body": "text", "text": None})
    assert task.data == {"text": "b"}
    assert task.meta == {"text": "a"}


def test_columns_named_like_our_own_mean_what_they_say(tmp_path) -> None:
    task = one(tmp_path, "text,external_id,meta.n\na,7,1\n")
    assert (task.external_id, task.meta, task.data) == ("7", {"n": "1"}, {"text": "a"})
