"""The two layouts of a scene folder: ours, `scene.json`, and KITTI's; see docs/pointcloud.md."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from labeling.media.pointcloud.scene import Calibration, Frame, Matrix
from labeling.media.probe import MediaError

__all__ = ["frames_in"]

MAX_FRAMES = 10_000
MAX_JSON_BYTES = 50_000_000
PICTURES = frozenset({".png", ".jpg", ".jpeg"})
Read = Callable[[str], bytes]
Sizes = dict[str, tuple[int, int]]

IDENTITY: Matrix = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))


def frames_in(members: Sequence[str], read: Read) -> tuple[tuple[Frame, ...], Sizes]:
    """The frames of a bundle, and the sizes of its cameras' images where it says them.

    Raises
    ------
    MediaError
        When it is neither layout, or its description is faulty; the detail names the place.
    """
    frames, sizes = _ours(read) if "scene.json" in members else (_kitti(members, read), {})
    if not frames:
        detail = "the folder is no scene: neither scene.json nor velodyne/*.bin is in it"
        raise MediaError("unsupported", detail)
    if len(frames) > MAX_FRAMES:
        detail = f"the scene has {len(frames):,} frames, at most {MAX_FRAMES:,} are read: cut it"
        raise MediaError("too_large", detail)
    return frames, sizes


def _ours(read: Read) -> tuple[tuple[Frame, ...], Sizes]:
    text = read("scene.json")
    if len(text) > MAX_JSON_BYTES:
        raise MediaError("too_large", f"scene.json has {len(text):,} bytes")
    try:
        scene = json.loads(text)
    except ValueError as error:
        raise MediaError("broken", f"scene.json is no JSON: {error}") from error
    if not isinstance(scene, dict) or not isinstance(scene.get("frames"), list):
        raise MediaError("broken", 'scene.json must be an object with a list "frames"')
    cameras = scene.get("cameras", {})
    if not isinstance(cameras, dict) or not all(isinstance(c, dict) for c in cameras.values()):
        raise MediaError("broken", '"cameras" of scene.json must be an object of objects')
    usual = {name: _calibration(camera, f"cameras/{name}") for name, camera in cameras.items()}
    frames = tuple(_frame(item, usual, f"frames/{i}") for i, item in enumerate(scene["frames"]))
    sizes = {
        name: (int(size[0]), int(size[1]))
        for name, camera in cameras.items()
        if _are_numbers(size := camera.get("size"), 2)
    }
    return frames, sizes


def _frame(item: Any, usual: Mapping[str, Calibration], where: str) -> Frame:
    if not isinstance(item, dict) or not isinstance(item.get("cloud"), str):
        raise MediaError("broken", f'{where} of scene.json must be an object with a "cloud"')
    images = item.get("images", {})
    if not isinstance(images, dict) or not all(isinstance(v, str) for v in images.values()):
        raise MediaError("broken", f"{where}/images of scene.json must name a file per camera")
    own = item.get("cameras", {})
    if not isinstance(own, dict) or not all(isinstance(c, dict) for c in own.values()):
        raise MediaError("broken", f"{where}/cameras of scene.json must be an object of objects")
    calibrations = {
        **usual,
        **{name: _calibration(one, f"{where}/cameras/{name}") for name, one in own.items()},
    }
    time = item.get("time")
    pose = item.get("ego_pose")
    return Frame(
        item["cloud"],
        float(time) if isinstance(time, int | float) and isfinite(time) else None,
        None if pose is None else _matrix(pose, 4, f"{where}/ego_pose"),
        images,
        calibrations,
    )


def _calibration(camera: Mapping[str, Any], where: str) -> Calibration:
    intrinsic = _matrix(camera.get("intrinsic"), 3, f"{where}/intrinsic")
    extrinsic = camera.get("extrinsic", IDENTITY)
    return Calibration(intrinsic, _matrix(extrinsic, 4, f"{where}/extrinsic"))


def _matrix(value: Any, size: int, where: str) -> Matrix:
    rows = value if isinstance(value, list | tuple) else []
    if len(rows) != size or not all(_are_numbers(row, size) for row in rows):
        detail = f"{where} of scene.json must be {size} rows of {size} finite numbers"
        raise MediaError("broken", detail)
    return tuple(tuple(float(number) for number in row) for row in rows)


def _are_numbers(value: Any, size: int) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == size
        and all(isinstance(n, int | float) and isfinite(n) and abs(n) < 1e12 for n in value)
    )


def _kitti(members: Sequence[str], read: Read) -> tuple[Frame, ...]:
    """Frames by the numbers of their files, as in KITTI's object and tracking folders."""
    clouds = sorted(m for m in members if re.fullmatch(r"velodyne/[^/]+\.bin", m))
    pictures: dict[str, dict[str, str]] = {}
    for member in members:
        path = PurePosixPath(member)
        if re.fullmatch(r"image_\d+/[^/]+", member) and path.suffix.lower() in PICTURES:
            pictures.setdefault(path.stem, {})[path.parts[0]] = member
    known = set(members)
    return tuple(_kitti_frame(cloud, pictures, known, read) for cloud in clouds)


def _kitti_frame(
    cloud: str, pictures: Mapping[str, Mapping[str, str]], known: set[str], read: Read
) -> Frame:
    stem = PurePosixPath(cloud).stem
    images = pictures.get(stem, {})
    file = f"calib/{stem}.txt"
    lines = _kitti_lines(read(file), file) if file in known else {}
    calibrations = {
        camera: _kitti_calibration(lines, number)
        for camera in images
        if (number := camera.removeprefix("image_").lstrip("0") or "0") and f"P{number}" in lines
    }
    return Frame(cloud, images=images, calibrations=calibrations)


def _kitti_lines(text: bytes, file: str) -> dict[str, Any]:
    """`P2: twelve numbers` and so on; a name of the raw recordings means the same."""
    found: dict[str, Any] = {}
    for line in text.decode("utf-8", "replace").splitlines():
        name, _, rest = line.replace(":", " ", 1).partition(" ")
        try:
            numbers = np.array(rest.split(), dtype=np.float64)
        except ValueError:
            continue
        if not np.isfinite(numbers).all():
            raise MediaError("broken", f"{file}: {name} holds what is no number")
        if numbers.size == 12:
            found[name] = np.vstack([numbers.reshape(3, 4), [0, 0, 0, 1]])
        elif numbers.size == 9:
            found[name] = np.eye(4)
            found[name][:3, :3] = numbers.reshape(3, 3)
    return found


def _kitti_calibration(lines: Mapping[str, Any], number: str) -> Calibration:
    """P = K [I | t] after rectification; t is where the camera stands on the bar."""
    projection = lines[f"P{number}"]
    rectified = lines.get("R0_rect", lines.get("R_rect", np.eye(4)))
    to_camera = lines.get("Tr_velo_to_cam", lines.get("Tr_velo_cam", lines.get("Tr", np.eye(4))))
    intrinsic = projection[:3, :3]
    shift = np.eye(4)
    try:
        shift[:3, 3] = np.linalg.solve(intrinsic, projection[:3, 3])
    except np.linalg.LinAlgError as error:
        raise MediaError("broken", f"P{number} of the calibration is singular") from error
    return Calibration(_rows(intrinsic), _rows(shift @ rectified @ to_camera))


def _rows(matrix: Any) -> Matrix:
    return tuple(tuple(float(number) for number in row) for row in matrix)
