"""Cuts a volume at its own thresholds, and keeps the largest pieces that hang together.

References
----------
Otsu (1979), "A threshold selection method from gray-level histograms", doi:10.1109/
TSMC.1979.4310076. Of computed tomography, whose values mean the same everywhere, bone and air are
taken by their Hounsfield units.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.volume_parts import slice_views
from labeling.regions.mask import from_array

__all__ = ["PartsProposer", "open_prelabeler", "otsu"]

BINS = 256
BONE_HU, AIR_HU = 250.0, -400.0
SCORES = {"body": 0.8, "bone": 0.7, "air": 0.7, "bright": 0.4}

Values = NDArray[np.float32]
Bits = NDArray[np.bool_]


class PartsProposer:
    """See `base.Prelabeler`."""

    def __init__(self, smallest_ml: float) -> None:
        self._smallest_ml = smallest_ml

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a mask over slices for each part that is there."""
        values = _stack(medium)
        spacing = medium.facts.get("spacing") or (1.0, 1.0, 1.0)
        least = self._smallest_ml * 1_000 / float(np.prod(spacing))
        found = []
        for name, bits in _parts(values, str(medium.facts.get("modality") or "")):
            kept = _largest(bits, least, only_one=name == "body")
            if kept.any():
                found.append(Proposal("mask", name, SCORES[name], _geometry(kept)))
        return found


def _stack(medium: Medium) -> Values:
    """The values of the volume, (slices, rows, columns)."""
    views = slice_views(medium.facts)
    if not views or any(view not in medium.views for view in views):
        raise PrelabelerFault("unreadable", "The volume is too large, or a slice cannot be read.")
    rows, columns = int(medium.facts["height"]), int(medium.facts["width"])
    slope, intercept = (float(medium.facts.get(k, v)) for k, v in (("slope", 1), ("intercept", 0)))
    found = np.empty((len(views), rows, columns), np.float32)
    for at, view in enumerate(views):
        found[at] = _slice(medium.views[view].read_bytes(), rows, columns)
    found *= slope
    found += intercept
    return found


def _slice(packed: bytes, rows: int, columns: int) -> NDArray[np.int16]:
    """Undo what the view `slice` does: low bytes before high ones, each less its left neighbour."""
    planes = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(2, rows, columns)
    words = planes[0].astype(np.uint16) | (planes[1].astype(np.uint16) << 8)
    return np.cumsum(words, axis=1, dtype=np.uint16).view(np.int16)


def _parts(values: Values, modality: str) -> Iterator[tuple[str, Bits]]:
    low = otsu(values)
    if low is None:
        return
    body = values > (AIR_HU if modality == "CT" else low)
    whole = ndimage.binary_fill_holes(_largest(body, 0, only_one=True))
    yield "body", whole
    if modality == "CT":
        yield "bone", values > BONE_HU
        yield "air", whole & (values < AIR_HU)
        return
    high = otsu(values[whole]) if whole.any() else None
    if high is not None:
        yield "bright", whole & (values > high)


def otsu(values: Values) -> float | None:
    """Return the value that best parts low from high ones; None where all are equal."""
    known = values[np.isfinite(values)]
    if not known.size:
        return None
    # A few glaring voxels must not stretch the bins.
    low, high = np.quantile(known, (0.001, 0.999))
    if not high > low:
        return None
    counts, edges = np.histogram(np.clip(known, low, high), BINS)
    middles = (edges[:-1] + edges[1:]) / 2
    below = np.cumsum(counts)
    above = below[-1] - below
    sums = np.cumsum(counts * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    return float(edges[1:][int(np.nanargmax(apart[:-1]))])


def _largest(bits: Bits, least: float, *, only_one: bool) -> Bits:
    """The pieces of at least so many voxels, or of them only the largest."""
    pieces, count = ndimage.label(bits)
    if not count:
        return bits
    sizes = np.bincount(pieces.ravel())
    sizes[0] = 0
    if only_one:
        return pieces == int(sizes.argmax()) if sizes.max() >= least else np.zeros_like(bits)
    found: Bits = (sizes >= max(1.0, least))[pieces]
    return found


def _geometry(bits: Bits) -> dict[str, Any]:
    slices = {str(z): from_array(one) for z, one in enumerate(bits) if one.any()}
    return {"plane": "axial", "slices": slices}


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: it is arithmetic."""
    return PartsProposer(float(options["smallest_ml"]))
