"""Makes a picture or a text a little otherwise, so that its label stays right; numpy and Pillow.

References
----------
Wei & Zou (2019), EDA: Easy Data Augmentation Techniques for Boosting Performance on Text
Classification Tasks, https://doi.org/10.18653/v1/D19-1670
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageEnhance

__all__ = ["Alteration", "altered", "can_alter"]

TEXTS = frozenset({"text", "html", "dialogue"})

DEGREES, CROPPED, LIGHTER = 20.0, 0.3, 0.5
"""At full strength: turned so far either way, so much of a side cut, so much lighter or darker."""
DROPPED = 0.2
"""Share of words left out at full strength; as many are swapped with their neighbour."""
WORDS = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+\s*|\s+")
"""A word with the space behind it; each Chinese character is one."""


@dataclass(frozen=True)
class Alteration:
    """How much is changed.

    Attributes
    ----------
    strength : 0 to 1
    mirror : whether left and right may change places
    seed : with a task's id and a copy's number it names every draw, whoever makes it
    """

    strength: float = 0.5
    mirror: bool = False
    seed: int = 0

    def source(self, task_id: int, copy: int) -> np.random.Generator:
        """Return the source of one copy's draws."""
        return np.random.default_rng([self.seed, task_id, copy])


def can_alter(field_type: str) -> bool:
    """Whether values of a field's type can be made otherwise."""
    return field_type == "image" or field_type in TEXTS


def altered(field_type: str, value: Any, how: Alteration, rng: np.random.Generator) -> Any:
    """Return a value made otherwise: pixels (H, W, 3) as uint8, or a text; others as they are."""
    if value is None:
        return None
    if field_type == "image":
        return _picture(value, how, rng)
    return _text(value, how, rng) if field_type in TEXTS else value


def _picture(
    pixels: NDArray[np.uint8], how: Alteration, rng: np.random.Generator
) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    picture = Image.fromarray(pixels)
    if how.mirror and rng.random() < 0.5:
        picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    middle = tuple(int(level) for level in np.median(pixels.reshape(-1, 3), axis=0))
    picture = picture.rotate(
        how.strength * DEGREES * rng.uniform(-1.0, 1.0), Image.Resampling.BILINEAR, fillcolor=middle
    )
    side = 1.0 - how.strength * CROPPED * rng.random()
    left, top = rng.uniform(0.0, 1.0 - side, size=2)
    box = (left * width, top * height, (left + side) * width, (top + side) * height)
    picture = picture.resize((width, height), Image.Resampling.BILINEAR, box=box)
    for enhance in (ImageEnhance.Brightness, ImageEnhance.Contrast):
        picture = enhance(picture).enhance(1.0 + how.strength * LIGHTER * rng.uniform(-1.0, 1.0))
    return np.asarray(picture, dtype=np.uint8)


def _text(text: str, how: Alteration, rng: np.random.Generator) -> str:
    words = WORDS.findall(text)
    if len(words) < 2:
        return text
    share = how.strength * DROPPED
    for at in np.flatnonzero(rng.random(len(words) - 1) < share):
        words[at], words[at + 1] = words[at + 1], words[at]
    stays = rng.random(len(words)) >= share
    if not stays.any():
        stays[rng.integers(len(words))] = True
    return _joined([word for word, is_kept in zip(words, stays, strict=True) if is_kept])


def _joined(words: list[str]) -> str:
    """Return words as a text; one that stood at the end had no space behind it."""
    spaced = [
        word if word[-1].isspace() or is_last or "\u3400" <= word[0] <= "\u9fff" else f"{word} "
        for word, is_last in ((word, at == len(words) - 1) for at, word in enumerate(words))
    ]
    return "".join(spaced).strip()
