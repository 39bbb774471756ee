"""The project's own model as a step: what it says is called as people call it."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.flows.own_model import open_prelabeler
from active_learning.learners.heads import LinearHead
from active_learning.prelabelers.base import Medium, PrelabelerFault, Wanted
from active_learning.serving.bundle import Bundle, write_bundle

WANTED = [Wanted("kind", "choice")]
NAMES = json.dumps({"a": "Alpha", "b": "Beta"})


@pytest.mark.parametrize("field_type", ["text", "image"])
def test_it_says_how_likely_each_class_is_by_its_name(tmp_path, models: Path, field_type):
    layout = FieldLayout((Field("it", field_type),), Encoders(models))
    head = LinearHead(("a", "b"), np.zeros((layout.dimensions, 2), "f4"), np.array([0, 2], "f4"))
    version = Bundle("choice", "kind", layout.fields, layout.id, head)
    (tmp_path / "version").write_bytes(write_bundle(version))
    Image.new("RGB", (40, 30), (90, 20, 20)).save(tmp_path / "a.png")
    medium = (
        Medium("text", "a text")
        if field_type == "text"
        else Medium("image", path=tmp_path / "a.png")
    )
    model = open_prelabeler(models, {"path": str(tmp_path / "version"), "names": NAMES})
    shares = {one.name: one.score for one in model.propose(medium, WANTED)}
    assert shares == {"Alpha": pytest.approx(0.119203), "Beta": pytest.approx(0.880797)}


def test_a_project_without_a_model_says_what_to_do(tmp_path, models: Path):
    with pytest.raises(PrelabelerFault, match="Label some tasks") as fault:
        open_prelabeler(models, {"path": "", "names": NAMES})
    assert fault.value.code == "no_model"
