"""O02: columns in Chinese, or with a blank, are field names like any other."""

import pytest

from labeling.ontology.readers.detect import read_ontology
from tests.factories.facts import make_project
from tests.factories.moving import import_paths, texts
from tests.shared_data import shared


@pytest.mark.django_db
def test_each_task_shows_its_own_cell() -> None:
    config = shared("cases/files/O02/label_config.xml").read_text()
    project = make_project(ontology=read_ontology(config).document)
    import_paths(project, shared("cases/files/O02/header_zh.csv"))
    assert texts(project, "文本列") == ["a1", "a2"]
    assert texts(project, "备注 列") == ["b1", "b2"]
