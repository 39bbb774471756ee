"""O51: XML with a DTD or entities is refused; nothing is opened, nothing expands."""

import pytest

from tests.factories.facts import IMAGE_ONTOLOGY, make_project
from tests.factories.moving import import_paths
from tests.labeling.kernel.test_net import Listener
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


def test_an_external_entity_in_voc_is_refused_by_name() -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    job = import_paths(project, shared("cases/files/O51/voc_xxe.xml"))
    assert job.state == "failed"
    assert "DTD and entities are not allowed" in job.error
    assert "voc_xxe.xml" in job.error


@pytest.mark.parametrize("format_id", ["voc", "auto"])
def test_a_parameter_entity_reaches_no_server(format_id, tmp_path) -> None:
    listener = Listener()
    text = shared("cases/files/O51/cvat_param.xml").read_text()
    path = tmp_path / "cvat.xml"
    path.write_text(text.replace(":8000", f":{listener.port}"))
    job = import_paths(make_project(ontology=IMAGE_ONTOLOGY), path, format=format_id)
    listener.server.shutdown()
    listener.server.server_close()
    assert job.state == "failed"
    assert listener.hits == []


def test_entities_that_grow_are_refused_before_they_do(tmp_path) -> None:
    text = shared("cases/files/O51/config_lol.xml").read_text()
    body = "<annotation><filename>&l7;</filename></annotation>"
    path = tmp_path / "lol.xml"
    path.write_text(
        text[: text.index("<View>")].replace("<!DOCTYPE v", "<!DOCTYPE annotation") + body
    )
    job = import_paths(make_project(ontology=IMAGE_ONTOLOGY), path, format="voc")
    assert "DTD and entities are not allowed" in job.error
