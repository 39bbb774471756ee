"""O02: column names in any script stay the names of the task's variables."""

from labeling.ontology import parse_ontology
from labeling.ontology.readers import read_ontology
from tests.shared_data import shared


def test_a_configuration_keeps_a_chinese_variable_as_the_field_name():
    text = shared("cases/files/O02/label_config.xml").read_text(encoding="utf-8")
    result = read_ontology(text)
    ontology = parse_ontology(result.document)
    assert list(ontology.fields) == ["文本列"]
    assert [item.id for item in ontology.label("ch").classes] == ["是", "否"]
    assert not result.dropped


def test_a_name_with_a_blank_inside_is_kept_too():
    text = '<View><Text name="t" value="$备注 列"/><TextArea name="a" toName="t"/></View>'
    assert list(read_ontology(text).document["fields"]) == ["备注 列"]
