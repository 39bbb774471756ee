"""Self-made clouds: a street with two cars, and files of every format."""

import json
import struct
import zipfile
from io import BytesIO

import laspy
import numpy as np
from PIL import Image

CAR = {"center": (12.0, 3.0, -0.95), "size": (4.2, 1.8, 1.5), "yaw": 0.4}
OTHER = {"center": (20.0, -4.0, -0.9), "size": (4.6, 1.9, 1.6), "yaw": -1.2}
GROUND_Z = -1.7


def street(seed=3, shift=0.0):
    """Points of a level street seen from the origin, shape (n, 4): x, y, z, intensity."""
    rng = np.random.default_rng(seed)
    ground = np.column_stack(
        [rng.uniform(2, 45, 9_000), rng.uniform(-15, 15, 9_000), rng.normal(GROUND_Z, 0.02, 9_000)]
    )
    parts = [ground, *(_sides(car, rng) for car in (CAR, OTHER))]
    xyz = np.concatenate(parts)
    xyz[:, 0] -= shift
    intensity = rng.uniform(0, 1, len(xyz))
    return np.column_stack([xyz, intensity]).astype(np.float32)


def _sides(car, rng, count=700):
    """Points on the two walls of a car that the sensor sees, and some on its roof."""
    length, width, height = car["size"]
    u = np.concatenate(
        [rng.uniform(-0.5, 0.5, count), np.full(count, -0.5), rng.uniform(-0.5, 0.5, 200)]
    )
    v = np.concatenate(
        [np.full(count, -0.5), rng.uniform(-0.5, 0.5, count), rng.uniform(-0.5, 0.5, 200)]
    )
    if car["center"][1] < 0:
        v = -v
    z = np.concatenate([rng.uniform(-0.4, 0.5, 2 * count), np.full(200, 0.5)])
    c, s = np.cos(car["yaw"]), np.sin(car["yaw"])
    x, y = u * length, v * width
    around = np.column_stack([x * c - y * s, x * s + y * c, z * height])
    return around + car["center"] + rng.normal(0, 0.01, around.shape)


def pcd(rows, form="binary", names="x y z intensity"):
    """A PCD file of rows of floats."""
    fields = names.split()
    head = "\n".join(
        [
            "# .PCD v0.7 - Point Cloud Data file format",
            "VERSION 0.7",
            f"FIELDS {names}",
            f"SIZE {' '.join('4' for _ in fields)}",
            f"TYPE {' '.join('F' for _ in fields)}",
            f"COUNT {' '.join('1' for _ in fields)}",
            f"WIDTH {len(rows)}",
            "HEIGHT 1",
            "VIEWPOINT 0 0 0 1 0 0 0",
            f"POINTS {len(rows)}",
            f"DATA {form}\n",
        ]
    ).encode()
    if form == "ascii":
        return head + "\n".join(" ".join(f"{n!s}" for n in row) for row in rows.tolist()).encode()
    if form == "binary":
        return head + rows.astype("<f4").tobytes()
    plain = rows.astype("<f4").T.tobytes()
    packed = literals(plain)
    return head + struct.pack("<II", len(packed), len(plain)) + packed


def literals(plain):
    """LZF that copies nothing but a run at the start."""
    return b"".join(
        bytes([len(piece) - 1]) + piece
        for piece in (plain[i : i + 32] for i in range(0, len(plain), 32))
    )


def ply(rows, form="binary_little_endian"):
    """A PLY file with colours."""
    head = (
        f"ply\nformat {form} 1.0\ncomment made here\nelement vertex {len(rows)}\n"
        "property float x\nproperty float y\nproperty float z\nproperty uchar red\n"
        "property uchar green\nproperty uchar blue\nelement face 0\n"
        "property list uchar int vertex_indices\nend_header\n"
    ).encode()
    if form == "ascii":
        lines = (" ".join(f"{n}" for n in row[:3]) + " 255 128 0" for row in rows.tolist())
        return head + "\n".join(lines).encode()
    order = "<" if "little" in form else ">"
    dtype = np.dtype([("xyz", f"{order}f4", 3), ("rgb", "u1", 3)])
    table = np.zeros(len(rows), dtype=dtype)
    table["xyz"], table["rgb"] = rows[:, :3], (255, 128, 0)
    return head + table.tobytes()


def las(rows, *, packed=False, offset=(0.0, 0.0, 0.0)):
    """A LAS or LAZ file."""
    header = laspy.LasHeader(point_format=2, version="1.2")
    header.offsets, header.scales = offset, (0.001, 0.001, 0.001)
    file = laspy.LasData(header)
    file.x, file.y, file.z = (rows[:, i].astype(float) + offset[i] for i in range(3))
    file.intensity = np.rint(rows[:, 3] * 1000).astype(np.uint16)
    file.red = np.full(len(rows), 65_535, dtype=np.uint16)
    out = BytesIO()
    file.write(out, do_compress=packed)
    return out.getvalue()


CAMERA = {
    "intrinsic": [[300, 0, 160], [0, 300, 90], [0, 0, 1]],
    "extrinsic": [[0, -1, 0, 0], [0, 0, -1, -0.1], [1, 0, 0, 0], [0, 0, 0, 1]],
    "size": [320, 180],
}


def jpeg(colour=(40, 60, 90)):
    """A small picture."""
    out = BytesIO()
    Image.new("RGB", (320, 180), colour).save(out, "JPEG")
    return out.getvalue()


def scene_zip(path, frames=3, **files):
    """A scene in our layout: the sensor moves a metre from frame to frame."""
    listed = []
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(frames):
            archive.writestr(f"clouds/{i}.bin", street(shift=float(i)).tobytes())
            archive.writestr(f"front/{i}.jpg", jpeg())
            pose = np.eye(4)
            pose[0, 3] = i
            listed.append(
                {
                    "cloud": f"clouds/{i}.bin",
                    "time": i * 0.1,
                    "ego_pose": pose.tolist(),
                    "images": {"front": f"front/{i}.jpg"},
                }
            )
        scene = {"frames": listed, "cameras": {"front": CAMERA}}
        archive.writestr("scene.json", files.pop("scene", json.dumps(scene)))
        for name, data in files.items():
            archive.writestr(name, data)
    return path
