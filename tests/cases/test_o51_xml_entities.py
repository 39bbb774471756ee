"""O51: entities are refused before they are looked at."""

import tracemalloc

import pytest

from labeling.ontology import OntologyError
from labeling.ontology.readers import read_ontology
from tests.shared_data import shared


@pytest.mark.parametrize("name", ["config_lol.xml", "cvat_param.xml", "voc_xxe.xml"])
def test_a_document_type_is_refused_and_memory_stays_flat(name):
    text = shared(f"cases/files/O51/{name}").read_text(encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(OntologyError) as caught:
        read_ontology(text)
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()
    (problem,) = caught.value.problems
    assert problem.detail.endswith("DTD and entities are not allowed")
