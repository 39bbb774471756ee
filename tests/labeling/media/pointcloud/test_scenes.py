"""Scenes: our layout and KITTI's, calibrations that hit the picture, and parts that are broken."""

import json
import zipfile

import numpy as np
import pytest
from PIL import Image

from labeling.formats.files import bundles_of
from labeling.media import MEDIA, MediaError
from labeling.media.image.decoder import probe as probe_image
from tests.labeling.media.decoders import probe_as, render
from tests.labeling.media.pointcloud.clouds import CAMERA, jpeg, scene_zip, street
from tests.shared_data import shared


def test_a_scene_tells_its_frames_cameras_and_poses(tmp_path):
    facts = probe_as("pointcloud", scene_zip(tmp_path / "scene.zip")).facts
    assert facts["frames"] == 3
    assert facts["cameras"] == [
        {
            "id": "front",
            "width": 320,
            "height": 180,
            "intrinsic": tuple(map(tuple, CAMERA["intrinsic"])),
            "extrinsic": tuple(map(tuple, CAMERA["extrinsic"])),
        }
    ]
    assert [frame["time"] for frame in facts["sequence"]] == [0, 0.1, 0.2]
    assert facts["sequence"][2]["pose"][0] == (1.0, 0.0, 0.0, 2.0)
    json.dumps(facts)


def test_a_camera_of_a_frame_is_given_as_jpeg(tmp_path):
    path = scene_zip(tmp_path / "scene.zip")
    assert render("pointcloud", "picture", path, tmp_path / "out", frame=1) == "image/jpeg"
    assert probe_image(tmp_path / "out").width == 320


@pytest.mark.parametrize("given", [{"frame": 3}, {"camera": 1}])
def test_what_is_not_there_is_refused(tmp_path, given):
    with pytest.raises(MediaError) as caught:
        render("pointcloud", "picture", scene_zip(tmp_path / "s.zip"), tmp_path / "out", **given)
    assert caught.value.fault == "unasked"


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("[]", "frames"),
        ("{", "no JSON"),
        ('{"frames": []}', "no scene"),
        ('{"frames": [{}]}', "frames/0"),
        ('{"frames": [{"cloud": "../../etc/passwd"}]}', "has no file"),
        ('{"frames": [{"cloud": "clouds/0.bin", "ego_pose": [1]}]}', "frames/0/ego_pose"),
        ('{"frames": [], "cameras": {"a": {"intrinsic": [[1e999]]}}}', "cameras/a/intrinsic"),
    ],
)
def test_a_faulty_description_names_the_place(tmp_path, scene, said):
    with pytest.raises(MediaError, match=said):
        probe_as("pointcloud", scene_zip(tmp_path / "scene.zip", scene=scene))


def test_a_broken_frame_is_dark_and_the_others_are_shown(tmp_path):
    listed = [{"cloud": "clouds/0.bin"}, {"cloud": "bad.bin"}]
    files = {"scene": json.dumps({"frames": listed}), "bad.bin": b"\x00\x01\x02"}
    path = scene_zip(tmp_path / "scene.zip", **files)
    found = probe_as("pointcloud", path)
    assert [frame["points"] > 0 for frame in found.facts["sequence"]] == [True, False]
    assert "frame 1" in found.warnings[0]
    with pytest.raises(MediaError, match=r"bad\.bin"):
        render("pointcloud", "points", path, tmp_path / "out", frame=1)


def test_a_folder_is_a_scene_by_its_description_or_as_kitti_lays_it_out():
    kind = MEDIA["pointcloud"]
    ours = ["drive/scene.json", "drive/clouds/0.pcd", "other.pcd"]
    assert bundles_of(ours, kind) == [("drive", ours[:2])]
    kitti = ["t/velodyne/0.bin", "t/image_2/0.png", "t/calib/0.txt"]
    assert bundles_of(kitti, kind) == [("t", kitti)]
    assert bundles_of(["a/1.pcd", "a/2.pcd"], kind) == []


def kitti_zip(path, picture, calib):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("velodyne/000008.bin", street().tobytes())
        archive.writestr("image_2/000008.png", picture)
        archive.writestr("calib/000008.txt", calib)
    return path


def test_kitti_calibration_is_taken_apart(tmp_path):
    calib = (
        "P2: 700 0 600 45 0 700 180 -0.3 0 0 1 0.005\nR0_rect: 1 0 0 0 1 0 0 0 1\n"
        "Tr_velo_to_cam: 0 -1 0 0 0 0 -1 -0.08 1 0 0 -0.27\n"
    )
    path = kitti_zip(tmp_path / "kitti.zip", jpeg(), calib)
    (camera,) = probe_as("pointcloud", path).facts["cameras"]
    projection = np.array([[700, 0, 600, 45], [0, 700, 180, -0.3], [0, 0, 1, 0.005], [0, 0, 0, 1]])
    sensor = np.array([[0, -1, 0, 0], [0, 0, -1, -0.08], [1, 0, 0, -0.27], [0, 0, 0, 1]])
    point = np.array([12.0, 2.0, -1.0, 1.0])
    wanted = projection @ sensor @ point
    found = np.array(camera["intrinsic"]) @ (np.array(camera["extrinsic"]) @ point)[:3]
    assert found / found[2] == pytest.approx(wanted[:3] / wanted[2])


def test_a_real_kitti_frame_projects_into_its_picture(tmp_path):
    info = json.loads(shared("data/pc_kitti/000008.json").read_text("utf-8"))["data_list"][0]
    images, lidar = info["images"], info["lidar_points"]
    lines = [f"P2: {_flat(images['CAM2']['cam2img'], 3, 4)}"]
    lines.append(f"R0_rect: {_flat(images['R0_rect'], 3, 3)}")
    lines.append(f"Tr_velo_to_cam: {_flat(lidar['Tr_velo_to_cam'], 3, 4)}")
    path = tmp_path / "kitti.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(shared("data/pc_kitti/000008.bin"), "velodyne/000008.bin")
        archive.write(shared("data/pc_kitti/000008.png"), "image_2/000008.png")
        archive.writestr("calib/000008.txt", "\n".join(lines))
    (camera,) = probe_as("pointcloud", path).facts["cameras"]
    points = np.fromfile(shared("data/pc_kitti/000008.bin"), "<f4").reshape(-1, 4)
    full = np.column_stack([points[:, :3], np.ones(len(points))])
    seen = np.array(camera["intrinsic"]) @ (np.array(camera["extrinsic"]) @ full.T)[:3]
    x, y = seen[:2] / seen[2]
    inside = (x > 0) & (x < camera["width"]) & (y > 0) & (y < camera["height"])
    assert inside.mean() > 0.99  # the cloud was cut to what this camera sees
    render("pointcloud", "picture", path, tmp_path / "out")
    with Image.open(tmp_path / "out") as image:
        assert image.size == (camera["width"], camera["height"])


def _flat(matrix, rows, columns):
    return " ".join(str(matrix[i][j]) for i in range(rows) for j in range(columns))
