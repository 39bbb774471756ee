"""Class colours stay apart for people with full and with dichromatic colour vision."""

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

from labeling.ontology.palette import PALETTE, default_color

# Machado, Oliveira & Fernandes (2009), severity 1.0, on linear RGB.
VISIONS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix, vector):
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(color, vision):
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    seen = [min(max(c, 0.0), 1.0) for c in times(VISIONS[vision], linear)]
    ratios = [v / w for v, w in zip(times(XYZ, seen), WHITE, strict=True)]
    x, y, z = (r ** (1 / 3) if r > 0.008856 else 7.787 * r + 16 / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first, second):
    """Colour difference after Sharma, Wu & Dalal (2005), doi:10.1002/col.20070."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    step = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    dh = 2 * sqrt(c1 * c2) * sin(radians(step) / 2)
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = (h1 + step / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    turn = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return sqrt(dl**2 + dc**2 + dh**2 + turn * dc * dh)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_gives_the_published_values(first, second, expected):
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("count", "least"), [(20, 10), (8, 14)])
def test_every_pair_of_colours_differs_for_every_vision(vision, count, least):
    seen = [lab(color, vision) for color in PALETTE[:count]]
    assert min(ciede2000(a, b) for a, b in combinations(seen, 2)) >= least


def test_twenty_colours_then_again_from_the_start():
    assert len(set(PALETTE)) == 20
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in PALETTE)
    assert default_color(20) == default_color(0) == PALETTE[0]


def test_the_front_end_has_the_same_palette():
    path = Path(__file__).resolve().parents[3] / "static/src/core/palette.ts"
    if not path.exists():
        pytest.skip("static/src/core/palette.ts is not there")
    found = re.findall(r"#[0-9a-fA-F]{6}\b", path.read_text(encoding="utf-8"))
    assert tuple(color.lower() for color in found[:20]) == PALETTE
