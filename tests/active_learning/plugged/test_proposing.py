"""Brought files propose: fed as declared, read as declared, faults named."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from safetensors.numpy import save as safetensors_bytes

from active_learning.plugged.declaration import Declaration, read_declaration
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.feeding import Frame
from active_learning.plugged.proposing import open_prelabeler
from active_learning.plugged.reading import read_outputs
from active_learning.prelabelers.base import Medium, PrelabelerFault, Proposal, Wanted
from tests.active_learning.plugged import graphs

TONE = [Wanted("tone", "choice")]


def picture(path: Path, size: tuple[int, int], level: int) -> Medium:
    Image.new("RGB", size, (level, level, level)).save(path, "PNG")
    return Medium("image", path=path, facts={"width": size[0], "height": size[1]})


def opened(path: Path, models: Path, **declared: Any) -> Any:
    options = {"path": str(path), "declaration": json.dumps(declared), "tokenizer": ""}
    return open_prelabeler(models, options)


def test_an_image_model_says_the_class_of_the_best_column(tmp_path: Path, models: Path) -> None:
    path = graphs.brightness(tmp_path / "m")
    model = opened(path, models, feed="image", width=8, height=8, classes=["dark", "bright"])
    assert model.propose(picture(tmp_path / "a", (40, 20), 255), TONE) == [
        Proposal("choice", "bright", pytest.approx(1.0))
    ]
    assert model.propose(picture(tmp_path / "b", (40, 20), 51), TONE) == [
        Proposal("choice", "dark", pytest.approx(0.8))
    ]


def test_a_head_reads_our_embedding_of_a_text(tmp_path: Path, models: Path) -> None:
    path = tmp_path / "head"
    layers = {"0.weight": np.zeros((2, 384), "f4"), "0.bias": np.array([0.0, 2.0], "f4")}
    path.write_bytes(safetensors_bytes(layers))
    model = opened(path, models, feed="vector", activation="softmax", classes=["no", "yes"])
    (proposal,) = model.propose(Medium("text", "Where is my parcel?"), TONE)
    assert (proposal.name, proposal.score) == ("yes", pytest.approx(0.880797))


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ({"feed": "vector", "classes": ["a", "b"]}, "inputs"),
        ({"feed": "image", "width": 9, "height": 9, "classes": ["a", "b"]}, "failed"),
        ({"feed": "image", "width": 8, "height": 8, "classes": ["a"]}, "classes"),
        ({"feed": "image", "width": 8, "height": 8, "reading": "number"}, "outputs"),
        ({"feed": "image", "width": 8, "height": 8, "outputs": {"scores": "nothing"}}, "outputs"),
    ],
)
def test_a_wrong_declaration_is_named(
    tmp_path: Path, models: Path, declared: dict, code: str
) -> None:
    model = opened(graphs.brightness(tmp_path / "m"), models, **declared)
    wanted = [Wanted("n", "number")] if declared.get("reading") == "number" else TONE
    with pytest.raises(PrelabelerFault) as fault:
        model.propose(picture(tmp_path / "a", (8, 8), 9), wanted)
    assert fault.value.code == code


def test_a_declaration_with_an_unknown_word_names_its_place() -> None:
    for given, place in (({"feed": "smell"}, "feed"), ({"classes": [3]}, "classes"),
                         ({"colour": 1}, "colour"), ({"width": True}, "width")):  # fmt: skip
        with pytest.raises(PlugFault) as fault:
            read_declaration(given)
        assert fault.value.params["place"] == place
    declared = Declaration(reading="boxes", outputs={"boxes": "b"}, classes=("a", None, "a"))
    assert read_declaration(json.loads(json.dumps(declared.as_json()))) == declared
    assert declared.names == ("a",)


def test_boxes_come_back_in_pixels_of_the_original_and_twins_are_dropped() -> None:
    declared = Declaration(
        reading="boxes", width=100, height=100, form="cxcywh", is_share=True, classes=("cat", None)
    )
    outputs = {
        "boxes": np.array([[[0.5, 0.5, 0.2, 0.4], [0.51, 0.5, 0.2, 0.4], [0.1, 0.1, 0.1, 0.1]]]),
        "scores": np.array([[[0.9, 0.0], [0.8, 0.0], [0.0, 0.9]]]),
    }
    # 200 x 100, squeezed to 100 x 100.
    found = read_outputs(declared, "box", outputs, Frame((200, 100), (2.0, 1.0)))
    assert [(one.name, one.score) for one in found] == [("cat", 0.9)]
    assert found[0].geometry == pytest.approx({"x": 80, "y": 30, "width": 40, "height": 40})


def test_a_padded_picture_gives_boxes_without_the_padding() -> None:
    declared = Declaration(reading="yolo", width=100, height=100, classes=("cat",))
    table = np.array([[[50.0], [50.0], [20.0], [10.0], [0.7]]])
    found = read_outputs(declared, "box", {"o": table}, Frame((200, 100), (2.0, 2.0), (0, 25)))
    assert found[0].geometry == pytest.approx({"x": 80, "y": 40, "width": 40, "height": 20})


def test_a_multichoice_gets_every_class_above_the_threshold() -> None:
    declared = Declaration(activation="sigmoid", threshold=0.5, classes=("a", "b", None))
    found = read_outputs(declared, "multichoice", {"o": np.array([[3.0, -3.0, 3.0]])}, Frame())
    assert [one.name for one in found] == ["a"]
