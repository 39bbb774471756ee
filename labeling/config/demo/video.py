"""A crossing at dusk, seen from a roof: cars, bicycles and people, some of them behind trees.

The camera is a cheap one: its frames come at uneven times, as they do from telephones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

__all__ = ["tasks", "write_clip"]

SIZE = (640, 360)
FINER = 2
"""Drawn larger and scaled down, so that edges are smooth."""

FRAMES = 96
ROAD = 92
MIDDLE = (300, 186)
CAR_COLOURS = ("#c8453b", "#3f6fa8", "#d9dde2", "#2f3a40", "#d8a23a", "#5f8f6a")
COATS = ("#e9c46a", "#7fb7be", "#d3756b", "#b9a5d6", "#e8e4da")
PATHS = (
    ((-60, 208), (700, 208)),
    ((700, 164), (-60, 164)),
    ((322, 420), (322, -60)),
    ((278, -60), (278, 420)),
)
WALKS = (((40, 128), (600, 128)), ((600, 246), (40, 246)), ((236, 20), (236, 340)))

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mover:
    """Something that goes straight from one point to another, and stands still for a while."""

    kind: str
    colour: str
    start: Point
    goal: Point
    enters: float
    lasts: float
    waits: float

    def at(self, time: float) -> Point | None:
        """Where it is, or None before it comes and after it has gone."""
        share = (time - self.enters) / self.lasts
        # Easing to a stop in the middle of the way and on again.
        stop = 0.36
        if share > stop:
            share = max(stop, share - self.waits / self.lasts)
        if not 0 <= share <= 1:
            return None
        (x0, y0), (x1, y1) = self.start, self.goal
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)

    @property
    def heading(self) -> Point:
        """The direction of travel, of length 1."""
        dx, dy = self.goal[0] - self.start[0], self.goal[1] - self.start[1]
        length = float(np.hypot(dx, dy))
        return dx / length, dy / length


def tasks(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Short clips of the crossing, each with other traffic."""
    for i in range(count):
        path = write_clip(folder / f"crossing-{i + 1}.webm", rng)
        yield {"data": {"video": path}, "external_id": f"crossing-{i + 1}"}


def write_clip(path: Path, rng: np.random.Generator, frames: int = FRAMES) -> Path:
    """Draw and code one clip; give its path."""
    gaps = rng.choice([50, 50, 50, 60, 80, 120], size=frames)
    stamps = np.concatenate([[0], np.cumsum(gaps)[:-1]])
    lasts = float(stamps[-1]) / 1000
    movers = [*_traffic(rng, lasts), *_people(rng, lasts)]
    ground, crowns = _ground(rng), _crowns(rng)
    with av.open(str(path), "w") as container:
        options = {"deadline": "realtime", "cpu-used": "7", "g": "24"}
        stream = container.add_stream("libvpx-vp9", rate=16, options=options)
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        stream.bit_rate = 900_000
        stream.codec_context.time_base = Fraction(1, 1000)
        for stamp in stamps:
            picture = _picture(ground, crowns, movers, float(stamp) / 1000)
            frame = av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")
            frame.pts, frame.time_base = int(stamp), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def _traffic(rng: np.random.Generator, lasts: float) -> list[Mover]:
    found = []
    for lane, (start, goal) in enumerate(PATHS):
        for turn in range(2):
            kind = "bicycle" if rng.random() < 0.25 else "car"
            colour = str(rng.choice(CAR_COLOURS))
            enters = lasts * (0.08 * lane + 0.5 * turn) - rng.uniform(0, 1.2)
            pace = lasts * (0.75 if kind == "bicycle" else 0.5) * rng.uniform(0.9, 1.2)
            waits = rng.uniform(0.4, 1.1) if lane >= 2 and turn == 0 else 0.0
            found.append(Mover(kind, colour, start, goal, enters, pace, waits))
    return found


def _people(rng: np.random.Generator, lasts: float) -> list[Mover]:
    found = []
    for start, goal in WALKS:
        shift = rng.uniform(-5, 5)
        begin, end = (start[0], start[1] + shift), (goal[0], goal[1] + shift)
        enters = -rng.uniform(0.2, 0.5) * lasts
        found.append(Mover("person", str(rng.choice(COATS)), begin, end, enters, lasts * 1.8, 0.0))
    return found


def _ground(rng: np.random.Generator) -> Image.Image:
    width, height = SIZE
    grain = rng.normal(0, 3.5, (height, width, 1))
    base = np.full((height, width, 3), (58, 74, 66), float) + grain
    image = Image.fromarray(np.clip(base, 0, 255).astype(np.uint8)).resize(
        (width * FINER, height * FINER), Image.Resampling.BICUBIC
    )
    draw = ImageDraw.Draw(image)
    (cx, cy), half = MIDDLE, ROAD / 2
    for grow, colour in ((16, "#8b8a86"), (0, "#3b3f46")):
        _box(draw, (-9, cy - half - grow, width + 9, cy + half + grow), colour)
        _box(draw, (cx - half - grow, -9, cx + half + grow, height + 9), colour)
        if not grow:
            continue
        for x, y in ((0, 0), (cx + half + 16, 0), (0, cy + half + 16), (cx + 62, cy + 62)):
            _box(draw, (x + 6, y + 6, x + 30, y + 24), "#4b6256")
    for at in range(0, width, 26):
        if abs(at + 7 - cx) > half:
            _box(draw, (at, cy - 1, at + 14, cy + 1), "#c9c4a8")
    for at in range(0, height, 26):
        if abs(at + 7 - cy) > half:
            _box(draw, (cx - 1, at, cx + 1, at + 14), "#c9c4a8")
    for i in range(7):
        y = cy - half + 6 + i * 12.5
        _box(draw, (cx - half - 14, y, cx - half - 3, y + 7), "#d8d6cc")
        _box(draw, (cx + half + 3, y, cx + half + 14, y + 7), "#d8d6cc")
    return image


def _crowns(rng: np.random.Generator) -> Image.Image:
    """Trees over the pavement: what goes below them is hidden."""
    size = (SIZE[0] * FINER, SIZE[1] * FINER)
    layer = Image.new("RGBA", size)
    draw = ImageDraw.Draw(layer)
    for x, y in ((120, 116), (470, 122), (540, 252), (96, 258), (420, 246), (238, 70)):
        for _ in range(26):
            dx, dy = rng.normal(0, 11, 2)
            r = rng.uniform(7, 14)
            green = (int(30 + rng.uniform(0, 34)), int(72 + rng.uniform(0, 44)), 52, 255)
            _round(draw, (x + dx, y + dy), r, green)
    return layer.filter(ImageFilter.GaussianBlur(0.8))


def _picture(
    ground: Image.Image, crowns: Image.Image, movers: list[Mover], time: float
) -> Image.Image:
    image = ground.copy()
    glow = Image.new("RGB", image.size)
    draw, light = ImageDraw.Draw(image), ImageDraw.Draw(glow)
    for mover in movers:
        place = mover.at(time)
        if place is not None:
            _DRAWERS[mover.kind](draw, light, mover, place, time)
    image.paste(crowns, mask=crowns)
    lit = glow.reduce(FINER).filter(ImageFilter.BoxBlur(6)).point(lambda level: level * 0.55)
    return ImageChops.add(image.reduce(FINER), lit)


def _car(
    draw: ImageDraw.ImageDraw, light: ImageDraw.ImageDraw, mover: Mover, at: Point, time: float
) -> None:
    def part(along: float, across: float, long: float, wide: float, colour: str) -> None:
        _turned(draw, at, mover.heading, (along, across, long, wide), colour)

    part(2, 3, 44, 21, "#20242a")
    part(0, 0, 44, 20, mover.colour)
    part(5, 0, 10, 16, "#1c2530")
    part(-13, 0, 7, 15, "#1c2530")
    for side in (-6, 6):
        part(21, side, 3, 4, "#fff3c4")
        part(-21, side, 2, 4, "#e0483c")
        _turned(light, at, mover.heading, (46, side, 44, 13), "#ffe9a8")
        _turned(light, at, mover.heading, (-25, side, 8, 6), "#e03024")


def _bicycle(
    draw: ImageDraw.ImageDraw, light: ImageDraw.ImageDraw, mover: Mover, at: Point, time: float
) -> None:
    sway = float(np.sin(time * 9)) * 1.2
    _turned(draw, at, mover.heading, (0, 0, 24, 3), "#1d2126")
    _turned(draw, at, mover.heading, (6, 0, 3, 13), "#1d2126")
    _turned(draw, at, mover.heading, (-1, sway, 9, 12), mover.colour)
    _round(draw, (at[0] + mover.heading[0] * 2, at[1] + mover.heading[1] * 2), 4, "#e7c9a9")
    _turned(light, at, mover.heading, (22, 0, 20, 7), "#cfe4ff")


def _person(
    draw: ImageDraw.ImageDraw, light: ImageDraw.ImageDraw, mover: Mover, at: Point, time: float
) -> None:
    step = float(np.sin(time * 8 + mover.enters)) * 4
    for side, way in ((-3, step), (3, -step)):
        _turned(draw, at, mover.heading, (way, side, 6, 4), "#23262c")
    _turned(draw, at, mover.heading, (0, 0, 8, 15), mover.colour)
    _round(draw, at, 4.2, "#d9b48f")


_DRAWERS = {"car": _car, "bicycle": _bicycle, "person": _person}


def _box(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], colour: str) -> None:
    draw.rectangle([side * FINER for side in box], fill=colour)


def _round(draw: ImageDraw.ImageDraw, at: Point, radius: float, colour: Any) -> None:
    x, y = at
    box = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse([side * FINER for side in box], fill=colour)


def _turned(
    draw: ImageDraw.ImageDraw,
    at: Point,
    heading: Point,
    part: tuple[float, float, float, float],
    colour: str,
) -> None:
    """A rectangle by its centre (along, across) and its sides, turned to the heading."""
    along, across, long, wide = part
    (x, y), (hx, hy) = at, heading
    corners = []
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        u, v = along + a * long / 2, across + b * wide / 2
        corners.append(((x + u * hx - v * hy) * FINER, (y + u * hy + v * hx) * FINER))
    draw.polygon(corners, fill=colour)
