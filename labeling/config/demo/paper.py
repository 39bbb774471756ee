"""Letters on paper: the sentences of the letters project, typed, photographed a little askew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from labeling.config.demo.texts import letters

__all__ = ["paper_letters", "write_letter"]

SIZE_PX = (1_000, 470)
MARGIN_PX = 90
LINE_PX = 44
INK = (38, 40, 52)
SIGNS = str.maketrans({"€": "$", "£": "$", "¥": "$"})
"""The typewriter has one sign for money, and no accents."""


def paper_letters(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield `count` letters, two sentences each."""
    sentences = [item["data"]["text"] for item in letters(2 * count, rng, folder)]
    for number in range(count):
        path = folder / f"letter-{number:02}.webp"
        write_letter(path, _typed(" ".join(sentences[2 * number : 2 * number + 2])), rng)
        yield {"data": {"letter": path}, "external_id": f"paper-{number:02}"}


def write_letter(path: Path, text: str, rng: np.random.Generator) -> None:
    """Type a text on a sheet that lies on a table."""
    tone = int(rng.integers(236, 250))
    sheet = Image.new("RGB", SIZE_PX, (tone, tone - 3, tone - 14))
    ink, font = ImageDraw.Draw(sheet), ImageFont.load_default(27)
    ink.text((MARGIN_PX, 64), "Dear shop,", fill=INK, font=font)
    for row, line in enumerate(_lines(ink, text, font)):
        ink.text((MARGIN_PX, 132 + LINE_PX * row), line, fill=INK, font=font)
    table = (92 + int(rng.integers(24)), 74, 58)
    turned = sheet.rotate(
        float(rng.uniform(-1.4, 1.4)), Image.Resampling.BICUBIC, expand=True, fillcolor=table
    )
    turned.filter(ImageFilter.GaussianBlur(0.6)).save(path, quality=88)


def _typed(text: str) -> str:
    plain = normalize("NFKD", text.translate(SIGNS))
    return plain.encode("ascii", "ignore").decode()


def _lines(
    ink: ImageDraw.ImageDraw, text: str, font: ImageFont.ImageFont | ImageFont.FreeTypeFont
) -> Iterator[str]:
    """Break a text where the sheet ends."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if ink.textlength(longer, font=font) > SIZE_PX[0] - 2 * MARGIN_PX:
            yield line
            longer = word
        line = longer
    yield line
