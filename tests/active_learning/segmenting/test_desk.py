"""The desk: windows made ready once, dropped models beside our own, faults told."""

import pytest
from PIL import Image

from active_learning.segmenting.child import answer
from active_learning.segmenting.desk import Desk
from active_learning.segmenting.dropped import dropped_models
from active_learning.segmenting.methods import WalkerMethod
from active_learning.segmenting.onnx_pair import ModelFault, open_pair
from tests.active_learning.segmenting.scenes import disc
from tests.active_learning.segmenting.tiny_pair import write_pair


@pytest.fixture
def request_(tmp_path):
    def make(model="walker", scale=1, **prompt):
        picture, _ = disc()
        path = tmp_path / "seen.png"
        Image.fromarray(picture).save(path)
        size = 160 * scale
        facts = {"key": "a", "path": str(path), "width": size, "height": size}
        return {"picture": facts, "model": model, "prompt": prompt}

    return make


ON_DISC = [{"x": 70, "y": 90, "on": True}]


def middle(polygon):
    xs, ys = zip(*polygon["rings"][0], strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def test_an_outline_is_in_pixels_of_the_original_whatever_was_looked_at(request_) -> None:
    clicks = [{"x": 700, "y": 900, "on": True}]
    polygon = Desk().answer(request_(scale=10, clicks=clicks))["polygon"]
    assert middle(polygon) == pytest.approx((705, 905), abs=15)


def test_a_window_is_looked_at_alone_and_closer(request_) -> None:
    window = {"x": 30, "y": 50, "width": 80, "height": 80}
    polygon = Desk().answer(request_(clicks=ON_DISC, window=window))["polygon"]
    assert middle(polygon) == pytest.approx((70.5, 90.5), abs=1)


def test_a_window_is_made_ready_once(request_, monkeypatch) -> None:
    made = []
    ready = WalkerMethod.ready
    monkeypatch.setattr(
        WalkerMethod, "ready", lambda self, seen: made.append(1) or ready(self, seen)
    )
    desk = Desk()
    assert desk.answer(request_()) == {"polygon": None}
    first = desk.answer(request_(clicks=ON_DISC))
    more = desk.answer(request_(clicks=[*ON_DISC, {"x": 70, "y": 70, "on": False}]))
    assert desk.answer(request_(clicks=ON_DISC)) == first
    assert more != first
    assert len(made) == 1


def test_a_dropped_pair_answers_as_the_walker_does(request_, tmp_path) -> None:
    folder = write_pair(tmp_path / "models" / "tiny")
    write_pair(tmp_path / "models" / "half").joinpath("decoder.onnx").unlink()
    assert dropped_models(tmp_path / "models") == {"tiny": folder}
    polygon = Desk().answer(request_(str(folder), clicks=ON_DISC))["polygon"]
    assert middle(polygon) == pytest.approx((70.5, 90.5), abs=4)
    assert Desk().answer(request_(str(folder), box={"x": 30, "y": 50, "width": 80, "height": 80}))


def test_files_that_are_no_such_models_are_refused_by_name(request_, tmp_path) -> None:
    folder = write_pair(tmp_path / "swapped")
    (folder / "decoder.onnx").write_bytes((folder / "encoder.onnx").read_bytes())
    with pytest.raises(ModelFault, match=r"decoder.onnx has no input has_mask_input"):
        open_pair(folder)
    (folder / "encoder.onnx").write_text("a pickle")
    assert answer(Desk(), request_(str(folder), clicks=ON_DISC))["fault"] == "bad_model"
    with pytest.raises(ModelFault, match="9 pixels"):
        open_pair(write_pair(tmp_path / "small", side=9))


def test_faults_are_answers(request_) -> None:
    fault = answer(Desk(), request_(clicks=[{"x": 1e9, "y": 0}]))
    assert (fault["fault"], fault["pointer"]) == ("bad_prompt", "/clicks/0")
    broken = request_(clicks=ON_DISC)
    broken["picture"]["path"] += ".gone"
    assert answer(Desk(), broken)["fault"] == "failed"
