"""Files are tried in a process of their own, and hostile ones end nothing else."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save as safetensors_bytes

from active_learning.plugged.checking import check_file
from active_learning.plugged.faults import PlugFault
from active_learning.services.check_plugged import checked_apart
from tests.active_learning.plugged import graphs


def test_a_good_graph_tells_what_it_takes_and_gives(tmp_path: Path) -> None:
    facts = check_file(graphs.linear(tmp_path / "m", np.eye(4)[:, :2], np.zeros(2)))
    assert facts["kind"] == "onnx"
    assert facts["opset"] == 17
    assert facts["inputs"] == [{"name": "x", "type": "float32", "shape": [None, 4]}]
    assert facts["outputs"] == [{"name": "scores", "type": "float32", "shape": [1, 2]}]


def test_a_head_tells_what_it_takes_and_gives(tmp_path: Path) -> None:
    path = tmp_path / "head"
    layers = {"0.weight": np.ones((3, 5), "f4"), "0.bias": np.zeros(3, "f4"),
              "2.weight": np.ones((2, 3), "f4")}  # fmt: skip
    path.write_bytes(safetensors_bytes(layers, {"activation": "tanh"}))
    facts = check_file(path)
    assert (facts["inputs"][0]["shape"], facts["outputs"][0]["shape"]) == ([None, 5], [1, 2])


HOSTILE: dict[str, Callable[[Path], Path]] = {
    "opset_too_new": lambda p: graphs.linear(p, np.eye(4), np.zeros(4), opset=90),
    "external_data": graphs.pointing_outside,
    "operators": graphs.foreign,
    "not_finite": graphs.dividing,
    "huge_output": lambda p: graphs.swelling(p, 5_000),
}


@pytest.mark.parametrize("code", HOSTILE)
def test_a_hostile_graph_is_refused_by_name(tmp_path: Path, code: str) -> None:
    with pytest.raises(PlugFault) as refused:
        check_file(HOSTILE[code](tmp_path / "m"))
    assert refused.value.code == code


def test_a_damaged_graph_is_refused(tmp_path: Path) -> None:
    path = graphs.linear(tmp_path / "m", np.eye(64), np.zeros(64))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(PlugFault) as refused:
        check_file(path)
    assert refused.value.code == "no_onnx"


@pytest.mark.parametrize(
    ("layers", "said"),
    [
        ({"0.weight": np.ones((3, 5), "f4"), "1.weight": np.ones((2, 4), "f4")}, "Layer 2"),
        ({"0.weight": np.ones((3, 5), "f4"), "embedding": np.ones(3, "f4")}, "'embedding'"),
        ({"0.weight": np.ones((3, 5, 2), "f4")}, "3 dimensions"),
        ({"embedding": np.ones(3, "f4")}, "1 to 8 linear layers"),
    ],
)
def test_what_is_no_head_says_why(tmp_path: Path, layers: dict, said: str) -> None:
    path = tmp_path / "head"
    path.write_bytes(safetensors_bytes(layers))
    with pytest.raises(PlugFault, match=said):
        check_file(path)


def test_an_unknown_activation_is_named(tmp_path: Path) -> None:
    path = tmp_path / "head"
    path.write_bytes(safetensors_bytes({"0.weight": np.ones((3, 5), "f4")}, {"activation": "eval"}))
    with pytest.raises(PlugFault, match="'eval'"):
        check_file(path)


def test_a_graph_without_end_is_stopped_and_one_that_swells_is_held(tmp_path: Path) -> None:
    with pytest.raises(PlugFault) as stopped:
        checked_apart(graphs.endless(tmp_path / "loop"), seconds=4)
    assert stopped.value.code == "too_slow"
    with pytest.raises(PlugFault) as held:
        checked_apart(graphs.swelling(tmp_path / "big", 40_000))
    assert held.value.code == "memory"
    good = graphs.linear(tmp_path / "good", np.eye(4), np.zeros(4))
    assert checked_apart(good)["kind"] == "onnx"
