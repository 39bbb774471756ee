"""A street as a lidar and a camera see it while driving: everything is made by arithmetic.

Rays of 40 beams meet boxes (cars, houses), cylinders (people, trees, poles) and the road; the same
scene is painted into the camera's picture, so that cuboids drawn in one fit in the other.
"""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

Numbers = NDArray[np.float64]

FRAMES = 8
SECONDS = 0.5
SENSOR_M = 1.75
BEAMS = 40
LOWEST_DEG, HIGHEST_DEG = -22.0, 3.0
STEPS = 900
REACH_M = 65.0
WIDE_DEG = 200.0

WIDTH_PX, HEIGHT_PX = 640, 288
FOCAL_PX = 380.0
CAMERA = {
    "intrinsic": [[FOCAL_PX, 0, WIDTH_PX / 2], [0, FOCAL_PX, HEIGHT_PX * 0.48], [0, 0, 1]],
    # x right, y down, z forward, 0.3 m before and 0.1 m below the sensor.
    "extrinsic": [[0, -1, 0, 0], [0, 0, -1, -0.1], [1, 0, 0, -0.3], [0, 0, 0, 1]],
    "size": [WIDTH_PX, HEIGHT_PX],
}
SKY, ROAD, GRASS = (168, 194, 220), (88, 90, 96), (112, 134, 92)
PAINTS = [
    (178, 48, 44),
    (40, 84, 150),
    (214, 214, 218),
    (48, 52, 58),
    (196, 160, 60),
    (70, 120, 96),
]


@dataclass(frozen=True, slots=True)
class Thing:
    """An upright box in the world: middle of its foot, size, heading, and speed along it."""

    kind: str
    x: float
    y: float
    length: float
    width: float
    height: float
    yaw: float
    speed: float
    paint: tuple[int, int, int]
    shine: float

    def after(self, seconds: float) -> "Thing":
        """Return where it is some time later."""
        way = self.speed * seconds
        return replace(self, x=self.x + way * cos(self.yaw), y=self.y + way * sin(self.yaw))


def drives(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield short drives: scenes of `FRAMES` frames with a camera, as zips."""
    for index in range(count):
        path = folder / f"drive-{index + 1:02}.zip"
        write_drive(path, rng)
        yield {"data": {"drive": path}, "external_id": path.stem}


def write_drive(path: Path, rng: np.random.Generator, frames: int = FRAMES) -> None:
    """Write one drive: clouds as KITTI's .bin, pictures as JPEG, and scene.json."""
    things = street(rng)
    pace = float(rng.uniform(2.5, 5.5))
    scene: dict[str, Any] = {"frames": [], "cameras": {"front": CAMERA}}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for number in range(frames):
            time = number * SECONDS
            here = pace * time
            seen = [replace(one.after(time), x=one.after(time).x - here) for one in things]
            cloud, picture = f"clouds/{number:03}.bin", f"front/{number:03}.jpg"
            archive.writestr(zipfile.ZipInfo(cloud), sweep(seen, rng).tobytes())
            with archive.open(zipfile.ZipInfo(picture), "w") as file:
                photograph(seen, here, rng).save(file, "JPEG", quality=88)
            pose = np.eye(4)
            pose[0, 3] = here
            scene["frames"].append(
                {
                    "cloud": cloud,
                    "time": time,
                    "ego_pose": pose.tolist(),
                    "images": {"front": picture},
                }
            )
        archive.writestr(zipfile.ZipInfo("scene.json"), json.dumps(scene))


def street(rng: np.random.Generator) -> list[Thing]:
    """A road along x with parked and moving cars, people, trees and houses on both sides."""
    things: list[Thing] = []
    for side in (-1, 1):
        x = -12.0
        while x < 95:
            length = float(rng.uniform(9, 18))
            tone = tuple(int(c) for c in rng.uniform(120, 200) * np.array([1.0, 0.93, 0.85]))
            depth = float(rng.uniform(7, 10))
            place = (x + length / 2, side * (13.5 + depth / 2))
            height = float(rng.uniform(6, 11))
            things.append(
                Thing("house", *place, length, depth, height, 0.0, 0.0, tone, 0.35)  # type: ignore[arg-type]
            )
            x += length + float(rng.uniform(1, 6))
        stands = np.arange(-5, 90, 11) + rng.uniform(-2, 2)
        things.extend(_post(float(at), side * 9.2, rng) for at in stands)
        x = float(rng.uniform(2, 8))
        while x < 80:
            if rng.random() < 0.65:
                things.append(_car(x, side * 5.6, 0.0 if side < 0 else pi, 0.0, rng))
            x += float(rng.uniform(6, 12))
    things.append(_car(float(rng.uniform(14, 22)), -1.8, 0.0, float(rng.uniform(3, 6)), rng))
    things.append(_car(float(rng.uniform(45, 70)), 1.8, pi, float(rng.uniform(6, 9)), rng))
    things.append(_truck(float(rng.uniform(34, 44)), -1.8, rng))
    return things + [_person(rng) for _ in range(int(rng.integers(4, 8)))]


def _car(x: float, y: float, yaw: float, speed: float, rng: np.random.Generator) -> Thing:
    size = rng.normal((4.3, 1.8, 1.5), (0.3, 0.07, 0.08))
    paint = PAINTS[int(rng.integers(len(PAINTS)))]
    turn = yaw + float(rng.normal(0, 0.03))
    length, width, height = (float(side) for side in size)
    return Thing("car", x, y, length, width, height, turn, speed, paint, 0.7)


def _truck(x: float, y: float, rng: np.random.Generator) -> Thing:
    paint = PAINTS[int(rng.integers(len(PAINTS)))]
    return Thing("truck", x, y, 7.2, 2.3, 2.9, 0.0, float(rng.uniform(3, 5)), paint, 0.55)


def _person(rng: np.random.Generator) -> Thing:
    side = float(rng.choice([-1, 1]))
    yaw = float(rng.choice([0, pi])) + float(rng.normal(0, 0.15))
    place = (float(rng.uniform(6, 40)), side * float(rng.uniform(7.4, 8.6)))
    paint = PAINTS[int(rng.integers(len(PAINTS)))]
    tall = float(rng.uniform(1.6, 1.9))
    return Thing("person", *place, 0.5, 0.6, tall, yaw, float(rng.uniform(0.8, 1.6)), paint, 0.3)


def _post(x: float, y: float, rng: np.random.Generator) -> Thing:
    if rng.random() < 0.5:
        bark = (86, 66, 48)
        return Thing("tree", x, y, 0.35, 0.35, float(rng.uniform(3, 5)), 0.0, 0.0, bark, 0.2)
    return Thing("pole", x, y, 0.16, 0.16, 5.0, 0.0, 0.0, (150, 152, 156), 0.8)


def sweep(things: list[Thing], rng: np.random.Generator) -> NDArray[np.float32]:
    """One turn of the sensor: x, y, z, intensity of what each ray meets first, shape (n, 4)."""
    around = np.radians(np.linspace(-WIDE_DEG / 2, WIDE_DEG / 2, STEPS))
    up = np.radians(np.linspace(LOWEST_DEG, HIGHEST_DEG, BEAMS))
    # Ray after ray from right to left, so that an object's are neighbours in the file.
    a, e = (grid.ravel() for grid in np.meshgrid(around, up, indexing="ij"))
    rays = np.column_stack([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    away, shine = _ground(rays)
    for thing in things:
        facing = _facing(thing, around)
        met = _meeting(thing, rays[facing])
        nearer = met < away[facing]
        away[facing] = np.where(nearer, met, away[facing])
        shine[facing] = np.where(nearer, thing.shine, shine[facing])
    kept = (away < REACH_M) & (rng.random(len(away)) > 0.03)
    away = away[kept] + rng.normal(0, 0.015, int(kept.sum()))
    points = rays[kept] * away[:, None]
    light = np.clip(shine[kept] * rng.uniform(0.75, 1.1, len(points)), 0, 1)
    return np.column_stack([points, light]).astype("<f4")


def _facing(thing: Thing, around: Numbers) -> slice:
    """The rays that may meet a thing: all of the directions between its corners."""
    c, s = cos(thing.yaw), sin(thing.yaw)
    u, v = np.array([1, 1, -1, -1]) * thing.length / 2, np.array([1, -1, 1, -1]) * thing.width / 2
    x, y = thing.x + u * c - v * s, thing.y + u * s + v * c
    if x.min() < 0.5:
        return slice(None)
    first, last = np.searchsorted(around, [np.arctan2(y, x).min(), np.arctan2(y, x).max()])
    return slice(max(int(first) - 1, 0) * BEAMS, (int(last) + 1) * BEAMS)


def _ground(rays: Numbers) -> tuple[Numbers, Numbers]:
    """Where rays meet the road, and how bright it is there: its markings shine."""
    with np.errstate(divide="ignore"):
        away = np.where(rays[:, 2] < -1e-3, -SENSOR_M / rays[:, 2], np.inf)
    y = np.where(np.isfinite(away), rays[:, 1] * away, 0.0)
    lane = (np.abs(np.abs(y) - 3.5) < 0.12) | (np.abs(y) < 0.1)
    shine = np.where(lane, 0.95, np.where(np.abs(y) < 7, 0.18, 0.4))
    return away, shine


def _meeting(thing: Thing, rays: Numbers) -> Numbers:
    """How far rays from the sensor go until they meet a box; infinite where they miss it."""
    c, s = cos(thing.yaw), sin(thing.yaw)
    middle = np.array([thing.x, thing.y, thing.height / 2 - SENSOR_M])
    turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    start, way = turn @ -middle, rays @ turn.T
    half = np.array([thing.length, thing.width, thing.height]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-half - start) / way, (half - start) / way
    near = np.nanmax(np.minimum(one, other), axis=1)
    far = np.nanmin(np.maximum(one, other), axis=1)
    return np.where((near <= far) & (near > 0), near, np.inf)


def photograph(things: list[Thing], here: float, rng: np.random.Generator) -> Image.Image:
    """The camera's picture, painted from far to near."""
    image = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), SKY)
    pen = ImageDraw.Draw(image)
    _paint_sky(pen)
    _paint_ground(pen, here)
    for thing in sorted(things, key=lambda one: -(one.x**2 + one.y**2)):
        _paint_thing(pen, thing)
    grain = rng.normal(0, 5, (HEIGHT_PX, WIDTH_PX, 1))
    pixels = np.asarray(image.filter(ImageFilter.GaussianBlur(0.6)), dtype=np.float64) + grain
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def _paint_sky(pen: ImageDraw.ImageDraw) -> None:
    horizon = int(HEIGHT_PX * 0.48)
    for row in range(horizon):
        share = row / horizon
        tone = tuple(int(a + (b - a) * share) for a, b in zip((120, 160, 206), SKY, strict=True))
        pen.line([(0, row), (WIDTH_PX, row)], fill=tone)


def _paint_ground(pen: ImageDraw.ImageDraw, here: float) -> None:
    far, near = 300.0, 1.2
    for half, tone in ((60.0, GRASS), (9.8, (150, 148, 142)), (7.0, ROAD)):
        corners = [(near, half), (far, half), (far, -half), (near, -half)]
        pen.polygon([_pixel(x, y, -SENSOR_M) for x, y in corners], fill=tone)
    for y in (-3.5, 0.0, 3.5):
        for start in np.arange(-here % 6 - 6, 80, 6.0):
            x = max(float(start), near)
            if start + 3 > near:
                strip = [(x, y + 0.07), (start + 3, y + 0.07), (start + 3, y - 0.07), (x, y - 0.07)]
                pen.polygon([_pixel(a, b, -SENSOR_M) for a, b in strip], fill=(225, 225, 220))


def _pixel(x: float, y: float, z: float) -> tuple[float, float]:
    """Where the camera shows a place of the sensor's frame."""
    depth = max(x - 0.3, 0.05)
    u = WIDTH_PX / 2 - FOCAL_PX * y / depth
    v = HEIGHT_PX * 0.48 - FOCAL_PX * (z + 0.1) / depth
    return (float(np.clip(u, -4_000, 4_000)), float(np.clip(v, -4_000, 4_000)))


def _paint_thing(pen: ImageDraw.ImageDraw, thing: Thing) -> None:
    """Its sides that look at the camera, each in its own light; cars get windows."""
    c, s = cos(thing.yaw), sin(thing.yaw)

    def at(u: float, v: float, w: float) -> tuple[float, float, float]:
        x, y = u * thing.length / 2, v * thing.width / 2
        return thing.x + x * c - y * s, thing.y + x * s + y * c, w * thing.height - SENSOR_M

    sides = [((1, -1), (1, 1)), ((1, 1), (-1, 1)), ((-1, 1), (-1, -1)), ((-1, -1), (1, -1))]
    for number, (a, b) in enumerate(sides):
        foot = [at(*a, 0), at(*b, 0)]
        if min(x for x, _, _ in foot) < 0.8:
            continue
        middle = [(p + q) / 2 for p, q in zip(foot[0], foot[1], strict=True)]
        outward = (middle[0] - thing.x, middle[1] - thing.y)
        if outward[0] * middle[0] + outward[1] * middle[1] >= 0:
            continue
        light = (0.86, 1.0, 0.7, 0.92)[number]
        low, high = (0.0, 1.0) if thing.kind != "car" else (0.12, 1.0)
        _side(pen, [at(*a, low), at(*b, low), at(*b, high), at(*a, high)], thing.paint, light)
        if thing.kind in {"car", "truck"}:
            glass = [at(*a, 0.62), at(*b, 0.62), at(*b, 0.93), at(*a, 0.93)]
            _side(pen, glass, (40, 48, 60), light)
        if thing.kind == "house":
            _windows(pen, at, a, b, light)


def _windows(pen: ImageDraw.ImageDraw, at: Any, a: Any, b: Any, light: float) -> None:
    for row in (0.18, 0.5, 0.78):
        for t in (0.12, 0.38, 0.64):
            u = [[a[i] + (b[i] - a[i]) * share for i in (0, 1)] for share in (t, t + 0.16)]
            corners = [at(*u[0], row), at(*u[1], row), at(*u[1], row + 0.13), at(*u[0], row + 0.13)]
            _side(pen, corners, (76, 88, 104), light)


def _side(
    pen: ImageDraw.ImageDraw,
    corners: list[tuple[float, float, float]],
    paint: tuple[int, int, int],
    light: float,
) -> None:
    haze = min(max(corners[0][0], 0.0) / 140, 0.55)
    tone = tuple(int((p * light) * (1 - haze) + k * haze) for p, k in zip(paint, SKY, strict=True))
    pen.polygon([_pixel(*corner) for corner in corners], fill=tone)
