"""Turns texts into word pieces and pictures into pixels, as the model was taught to read them."""

import unicodedata
from functools import cache
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
START, END, UNKNOWN = 101, 102, 100
LONGEST, LONGEST_WORD = 256, 100
SIDE = 224
CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


@cache
def vocabulary():
    """Return the place of each word piece."""
    lines = (HERE / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    return {piece: place for place, piece in enumerate(lines) if piece}


def word_pieces(text):
    """Return ids of shape (1, T): lower case, no accents, the longest pieces first."""
    ids = []
    for word in words(text):
        ids += [vocabulary()[word]] if word in MARKS else pieces_of(word)
    return np.array([[START, *ids[: LONGEST - 2], END]], dtype=np.int32)


def words(text):
    """Split at blanks, at punctuation, and around every Chinese character."""
    cut = text
    for mark in MARKS:
        cut = cut.replace(mark, f"\0{mark}\0")
    for part in cut.split("\0"):
        if part in MARKS:
            yield part
            continue
        yield from "".join(_spaced(part)).split()


def _spaced(text):
    for character in _cleaned(text):
        alone = is_punctuation(character) or is_chinese(character)
        yield f" {character} " if alone else character


def _cleaned(text):
    kept = "".join(" " if c in "\t\n\r" or c.isspace() else c for c in text if not is_control(c))
    plain = unicodedata.normalize("NFD", kept)
    # One by one: a sigma at the end of a word stays the letter it is elsewhere.
    return "".join(c.lower() for c in plain if unicodedata.category(c) != "Mn")


def pieces_of(word):
    """Return the ids of a word's longest known pieces, or of the unknown one."""
    if len(word) > LONGEST_WORD:
        return [UNKNOWN]
    found, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else f"##{word[start:end]}"
            if piece in vocabulary():
                found.append(vocabulary()[piece])
                start = end
                break
        else:
            return [UNKNOWN]
    return found


def is_control(character):
    """Whether a character is dropped."""
    if character in "\t\n\r":
        return False
    is_hidden = unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs")
    return is_hidden or character in "\0\ufffd"


def is_punctuation(character):
    """Whether a character is a word of its own."""
    code = ord(character)
    is_mark = 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126
    return is_mark or unicodedata.category(character).startswith("P")


def is_chinese(character):
    """Whether a character is written without blanks around it."""
    return any(low <= ord(character) <= high for low, high in CHINESE)


def pixels(path):
    """Return (1, 224, 224, 3): of an array in an .npy file, or of a picture where Pillow is."""
    if str(path).endswith(".npy"):
        return np.load(path, allow_pickle=False).astype(np.uint8).reshape(1, SIDE, SIDE, 3)
    from PIL import Image, ImageOps

    picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    small = picture.resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    return np.asarray(small, dtype=np.uint8)[None]


READERS = {"ids": word_pieces, "pixels": pixels}
