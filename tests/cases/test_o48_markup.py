"""O48: markup is no image, and words of a configuration stay words."""

import pytest

from labeling.media import MediaError
from labeling.ontology import OntologyError
from labeling.ontology.readers import read_ontology
from tests.labeling.media.decoders import probe_as
from tests.shared_data import shared


@pytest.mark.parametrize("name", ["x.html", "x.svg", "img_named_png.png"])
def test_pages_and_drawings_with_scripts_are_refused(name):
    path = shared(f"cases/files/O48/{name}")
    with pytest.raises(MediaError) as caught:
        probe_as("image", path)
    assert caught.value.fault == "disguised"


def test_class_names_with_tags_are_kept_as_text_and_style_sheets_left_out():
    text = shared("cases/files/O48/label_config.xml").read_text(encoding="utf-8")
    result = read_ontology(text)
    name = result.document["labels"][0]["classes"][0]["name"]
    assert name == "<svg onload=window.__xss=1>"
    assert {item.what for item in result.dropped} == {"<Header>", "<Style>"}
    assert "javascript:" not in str(result.document)


def test_colours_cannot_carry_style():
    document = (
        '{"fields":{"t":{"type":"text"}},"labels":[{"id":"a","kind":"choice","classes":[%s]}]}'
    )
    bad = '{"id":"x","color":"red;background:url(javascript:1)"}'
    with pytest.raises(OntologyError, match="must be a colour"):
        read_ontology(document % bad)
