"""A market: a shelf of jars with printed labels, a note about it, and the crier's announcement.

What is one thing in all three can be linked through proposals: the labels are read off the
picture, and the announcement comes with a transcript of its calls.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from labeling.config.demo.audio import RATE, add_sound, bell, sentence, write_sound

__all__ = ["markets", "write_announcement", "write_shelf"]

GOODS = {
    "Plum Jam": (96, 38, 84),
    "Quince Tea": (214, 152, 44),
    "Rye Flour": (150, 116, 78),
    "Fig Syrup": (88, 60, 48),
    "Lemon Salt": (226, 208, 96),
    "Mint Honey": (110, 156, 96),
    "Pear Vinegar": (176, 186, 112),
    "Cherry Pits": (172, 40, 52),
}
NOTES = (
    "The {0} sells best on Saturdays. Two asked for {1}, and the last {2} goes at half price.",
    "Bring more {1} from the cellar: the {0} is nearly out. Nobody bought {2} this week.",
    "New on the shelf: {2}, made by the Novak sisters. The {0} stands beside the {1}, as always.",
)
SIZE_PX = (960, 600)
ON_SHELF = 4
TOLD = 3
PAUSE_S = 0.6
MODEL = "crier"


def markets(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield `count` shelves with their note and announcement."""
    for number in range(count):
        names = [str(name) for name in rng.permutation(list(GOODS))[:ON_SHELF]]
        told = [str(name) for name in rng.permutation(names)[:TOLD]]
        shelf, crier = folder / f"shelf-{number:02}.webp", folder / f"crier-{number:02}.ogg"
        write_shelf(shelf, names, rng)
        calls = write_announcement(crier, told, rng)
        note = str(rng.choice(NOTES)).format(*(name.lower() for name in told))
        yield {
            "data": {"shelf": shelf, "note": note, "announcement": crier},
            "external_id": f"market-{number:02}",
            "predictions": [_transcript(told, calls)],
        }


def write_shelf(path: Path, names: Sequence[str], rng: np.random.Generator) -> None:
    """Paint jars on boards, each with its name on a paper label."""
    picture = Image.new("RGB", SIZE_PX, (64, 52, 46))
    ink = ImageDraw.Draw(picture)
    width, height = SIZE_PX
    for x in range(0, width, 60):
        ink.rectangle((x, 0, x + 57, height), fill=(70 + x % 7, 57 + x % 5, 50))
    picture = picture.filter(ImageFilter.GaussianBlur(2))
    ink = ImageDraw.Draw(picture)
    ink.rectangle((0, height - 92, width, height - 64), fill=(132, 96, 62))
    ink.rectangle((0, height - 64, width, height), fill=(48, 38, 34))
    step = width / len(names)
    for place, name in enumerate(names):
        wide = int(rng.integers(168, 200))
        high = int(rng.integers(250, 350))
        left = int(step * place + (step - wide) / 2 + rng.integers(-8, 9))
        _jar(ink, (left, height - 92 - high, left + wide, height - 92), name)
    picture.save(path, quality=90)


def _jar(ink: ImageDraw.ImageDraw, box: tuple[int, int, int, int], name: str) -> None:
    left, top, right, bottom = box
    red, green, blue = GOODS[name]
    ink.rounded_rectangle(box, 26, fill=(red, green, blue))
    light = tuple(min(255, value + 46) for value in GOODS[name])
    ink.rounded_rectangle((left + 12, top + 24, left + 26, bottom - 24), 7, fill=light)
    ink.rounded_rectangle((left + 10, top - 26, right - 10, top + 12), 8, fill=(202, 198, 188))
    middle = (top + bottom) // 2
    ink.rectangle((left + 6, middle - 52, right - 6, middle + 52), fill=(246, 240, 226))
    for row, word in enumerate(name.upper().split()):
        font = ImageFont.load_default(30)
        size = ink.textlength(word, font=font)
        at = ((left + right - size) / 2, middle - 42 + 42 * row)
        ink.text(at, word, fill=(46, 36, 34), font=font)


def write_announcement(
    path: Path, told: Sequence[str], rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Write a bell and a call for each name, made of syllables; give the times of the calls."""
    parts = [sentence(rng, pitch=float(rng.choice((118.0, 190.0)))) for _ in told]
    seconds = 2.6 + sum(len(part) / RATE + PAUSE_S for part in parts)
    whole = 0.002 * rng.normal(size=int(seconds * RATE))
    add_sound(whole, 0.6 * bell(rng), 0.2)
    at, calls = 2.0, []
    for part in parts:
        add_sound(whole, part, at)
        end = at + len(part) / RATE
        calls.append((round(at, 3), round(end, 3)))
        at = end + PAUSE_S
    write_sound(path, whole)
    return calls


def _transcript(told: Sequence[str], calls: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """What a program that listens would bring: each call with its words."""
    regions = [
        {
            "id": f"call-{number}",
            "label": "call",
            "class": "goods",
            "geometry": {"start": start, "end": end},
            "text": f"{name}!",
        }
        for number, (name, (start, end)) in enumerate(zip(told, calls, strict=True))
    ]
    return {"model_version": MODEL, "score": 0.9, "regions": regions, "answers": {}}
