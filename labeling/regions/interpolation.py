"""Geometry between two keyframes: straight for lengths, the short way round for angles.

Polygons, polylines and keypoints move point by point where both have as many of them, and hold
otherwise; masks always hold. TypeScript mirrors this: the two must give the same numbers.
"""

from collections.abc import Mapping
from math import acos, sin
from typing import Any

__all__ = ["between", "slerp"]

TURN_DEGREES: Mapping[str, float] = {"rotated_box": 360.0, "ellipse": 180.0}
"""The angle that maps a figure on itself; half a turn does for an ellipse, which has no front."""

ABSENT = 0


def between(shape: str, a: Mapping[str, Any], b: Mapping[str, Any], t: float) -> dict[str, Any]:
    """The geometry a share `t` (0 to 1) of the way from `a` to `b`, both of kind `shape`."""
    if t <= 0 or shape == "mask":
        return dict(a)
    if shape == "cuboid":
        mixed = _mixed(
            {k: a[k] for k in ("center", "size")}, {k: b[k] for k in ("center", "size")}, t
        )
        return {**mixed, "rotation": slerp(a["rotation"], b["rotation"], t)}
    if shape == "keypoints":
        return _keypoints(a, b, t)
    try:
        found: dict[str, Any] = _mixed(a, b, t)
    except _Unlike:
        return dict(a)
    if shape in TURN_DEGREES:
        turn = TURN_DEGREES[shape]
        way = (b["angle"] - a["angle"] + turn / 2) % turn - turn / 2
        found["angle"] = (a["angle"] + t * way) % 360.0
    return found


class _Unlike(Exception):
    """The two geometries have not the same number of points."""


def _mixed(a: Any, b: Any, t: float) -> Any:
    if isinstance(a, Mapping) and isinstance(b, Mapping) and a.keys() == b.keys():
        return {key: _mixed(value, b[key], t) for key, value in a.items()}
    if isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        return [_mixed(one, two, t) for one, two in zip(a, b, strict=True)]
    if isinstance(a, int | float) and isinstance(b, int | float):
        return a + t * (b - a)
    raise _Unlike


def _keypoints(a: Mapping[str, Any], b: Mapping[str, Any], t: float) -> dict[str, Any]:
    """Points move; whether they are seen holds, and so does a point that the other lacks."""
    first, second = a["points"], b["points"]
    if len(first) != len(second):
        return dict(a)
    points = [
        [x, y, v] if ABSENT in {v, to[2]} else [x + t * (to[0] - x), y + t * (to[1] - y), v]
        for (x, y, v), to in zip(first, second, strict=True)
    ]
    return {"points": points}


def slerp(a: Any, b: Any, t: float) -> list[float]:
    """The rotation a share `t` of the shorter way from quaternion `a` to `b`, at even speed.

    References
    ----------
    Shoemake (1985), "Animating rotation with quaternion curves", doi:10.1145/325165.325242.
    """
    cosine = sum(p * q for p, q in zip(a, b, strict=True))
    sign = -1.0 if cosine < 0 else 1.0
    angle = acos(min(abs(cosine), 1.0))
    if angle < 1e-6:  # so near that a straight line is as good, and does not divide by 0
        one, two = 1 - t, t
    else:
        one, two = sin((1 - t) * angle) / sin(angle), sin(t * angle) / sin(angle)
    found = [one * p + two * sign * q for p, q in zip(a, b, strict=True)]
    length = sum(q * q for q in found) ** 0.5
    return [q / length for q in found]
