"""Pictures for the demo projects, painted by arithmetic: land seen from above, cells in a smear."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

Pixels = NDArray[np.float64]
LAND = ("water", "forest", "field", "town")
SIDE_PX = 256
SMEAR_PX = (640, 480)
WORDS = {"red": "red cell", "white": "white cell", "platelet": "platelet"}
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One painted cell: its kind and its box in pixels (x, y, width, height)."""

    kind: str
    box: tuple[float, float, float, float]


def land_tiles(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield tiles of land."""
    for index in range(count):
        path = folder / f"tile-{index:03}.jpg"
        land_tile(str(rng.choice(LAND)), rng).save(path, quality=92)
        yield {"data": {"tile": path}, "external_id": path.stem}


def blood_smears(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield smears with a note on what they show."""
    for index in range(count):
        path = folder / f"smear-{index:03}.jpg"
        picture, cells = smear(rng)
        picture.save(path, quality=92)
        yield {"data": {"smear": path, "note": _note(cells)}, "external_id": path.stem}


def _note(cells: list[Cell]) -> str:
    """Say what a smear shows, as somebody at a microscope would."""
    counts = Counter(cell.kind for cell in cells)
    parts = [
        f"{NUMBERS[n] if n < len(NUMBERS) else n} {WORDS[kind]}{'' if n == 1 else 's'}"
        for kind, n in sorted(counts.items())
        if n
    ]
    sentence = ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{sentence[0].upper()}{sentence[1:]} in this field."


def land_tile(kind: str, rng: np.random.Generator) -> Image.Image:
    """Return a square tile of one of `LAND`, with the mood of the day mixed in."""
    paint = {"water": _water, "forest": _forest, "field": _field, "town": _town}[kind]
    light = rng.uniform(0.75, 1.15)
    haze = rng.uniform(0, 0.18)
    pixels = paint(rng) * light * (1 - haze) + 200 * haze
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def _noise(rng: np.random.Generator, grain: int) -> Pixels:
    """Return smooth noise in 0..1: a coarse random grid, enlarged."""
    coarse = rng.integers(0, 256, (grain, grain), dtype=np.uint8)
    smooth = Image.fromarray(coarse).resize((SIDE_PX, SIDE_PX), Image.Resampling.BICUBIC)
    return np.asarray(smooth, dtype=np.float64) / 255


def _mix(low: tuple[int, int, int], high: tuple[int, int, int], share: Pixels) -> Pixels:
    mixed: Pixels = np.asarray(low) + share[..., None] * (np.asarray(high) - np.asarray(low))
    return mixed


def _water(rng: np.random.Generator) -> Pixels:
    deep, ripple = _noise(rng, 4), _noise(rng, 90)
    pixels = _mix((18, 52, 84), (58, 116, 138), 0.8 * deep + 0.2 * ripple)
    shore = _noise(rng, 3) + 0.15 * _noise(rng, 24)
    return np.where((shore > rng.uniform(0.85, 1.3))[..., None], (176, 164, 128), pixels)


def _forest(rng: np.random.Generator) -> Pixels:
    crowns = 0.55 * _noise(rng, 64) + 0.3 * _noise(rng, 120) + 0.15 * _noise(rng, 6)
    pixels = _mix((16, 38, 20), (88, 122, 62), crowns)
    clearing = _noise(rng, 4) > rng.uniform(0.75, 1.1)
    return np.where(clearing[..., None], _mix((96, 116, 66), (130, 138, 84), crowns), pixels)


def _field(rng: np.random.Generator) -> Pixels:
    angle, width = rng.uniform(0, np.pi), rng.uniform(3, 9)
    rows, columns = np.mgrid[0:SIDE_PX, 0:SIDE_PX]
    across = columns * np.cos(angle) + rows * np.sin(angle)
    furrow = 0.5 + 0.5 * np.sin(across / width)
    base = [(146, 128, 72), (112, 138, 66), (178, 160, 96)][rng.integers(3)]
    light = (base[0] + 34, base[1] + 30, base[2] + 22)
    pixels = _mix(base, light, 0.5 * furrow + 0.5 * _noise(rng, 10))
    along = -columns * np.sin(angle) + rows * np.cos(angle)
    hedge = np.abs(along - rng.uniform(0, SIDE_PX)) < 4
    return np.where(hedge[..., None], (52, 76, 40), pixels)


def _town(rng: np.random.Generator) -> Pixels:
    canvas = Image.fromarray(_mix((104, 112, 92), (134, 138, 118), _noise(rng, 8)).astype(np.uint8))
    draw = ImageDraw.Draw(canvas)
    step = int(rng.integers(34, 58))
    for start in range(int(rng.integers(0, step)), SIDE_PX, step):
        draw.line([(start, 0), (start, SIDE_PX)], fill=(92, 92, 96), width=7)
        draw.line([(0, start), (SIDE_PX, start)], fill=(92, 92, 96), width=7)
        for _ in range(SIDE_PX // 20):
            x, y = start + int(rng.integers(8, step)), int(rng.integers(0, SIDE_PX))
            roof = [(150, 84, 66), (124, 118, 116), (176, 160, 142)][rng.integers(3)]
            w, h = (int(v) for v in rng.integers(8, 18, 2))
            draw.rectangle([x + 2, y + 2, x + w + 2, y + h + 2], fill=(58, 58, 60))
            draw.rectangle([x, y, x + w, y + h], fill=roof)
    return np.asarray(canvas.filter(ImageFilter.GaussianBlur(0.6)), dtype=np.float64)


def smear(rng: np.random.Generator) -> tuple[Image.Image, list[Cell]]:
    """Return a stained blood smear as a microscope might show it, and where its cells are."""
    width, height = SMEAR_PX
    canvas = Image.new("RGB", SMEAR_PX, (236, 222, 214))
    cells: list[Cell] = []
    counts = {
        "red": rng.integers(9, 22),
        "white": rng.integers(1, 3),
        "platelet": rng.integers(0, 5),
    }
    radius = {"red": (26, 34), "white": (44, 58), "platelet": (7, 11)}
    for kind, count in counts.items():
        for _ in range(int(count)):
            r = float(rng.uniform(*radius[kind]))
            x, y = float(rng.uniform(r, width - r)), float(rng.uniform(r, height - r))
            squash = float(rng.uniform(0.85, 1.0)) if kind == "red" else 1.0
            _paint_cell(canvas, kind, (x, y, r, r * squash), rng)
            cells.append(Cell(kind, (x - r, y - r * squash, 2 * r, 2 * r * squash)))
    grain = rng.normal(0, 3.5, (height, width, 3))
    soft = canvas.filter(ImageFilter.GaussianBlur(1.1))
    pixels = np.clip(np.asarray(soft, dtype=np.float64) + grain, 0, 255)
    return Image.fromarray(pixels.astype(np.uint8)), cells


def _paint_cell(
    canvas: Image.Image,
    kind: str,
    place: tuple[float, float, float, float],
    rng: np.random.Generator,
) -> None:
    """Paint one cell as a translucent layer, so that overlaps look like overlaps."""
    x, y, rx, ry = place
    layer = Image.new("RGBA", canvas.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)

    def disc(scale: float, fill: tuple[int, int, int, int], dx: float = 0, dy: float = 0) -> None:
        box = [x + dx - rx * scale, y + dy - ry * scale, x + dx + rx * scale, y + dy + ry * scale]
        draw.ellipse(box, fill=fill)

    if kind == "red":
        disc(1.0, (206, 128, 128, 215))
        disc(0.85, (214, 146, 144, 215))
        disc(0.45, (232, 190, 184, 200))
    elif kind == "white":
        disc(1.0, (206, 196, 222, 220))
        for _ in range(int(rng.integers(2, 5))):
            dx, dy = rng.uniform(-0.38, 0.38, 2) * rx
            disc(float(rng.uniform(0.34, 0.48)), (98, 66, 142, 235), float(dx), float(dy))
    else:
        disc(1.0, (142, 96, 158, 220))
    canvas.paste(layer, (0, 0), layer)
