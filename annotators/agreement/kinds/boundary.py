"""Masks and polygons by their outlines: thin things and ragged edges that area forgives."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, binary_erosion, iterate_structure

from annotators.agreement.kinds.measure import Marks, Measure, same_class
from annotators.agreement.marks import matched_overlap
from labeling.ontology.parts import Label
from labeling.regions.mask import to_array

__all__ = ["BOUNDARY", "boundary_f"]

TOLERANCE = 0.0075
"""Of the image's diagonal: what counts as the same edge (DAVIS)."""


def boundary_f(one: NDArray[np.bool_], two: NDArray[np.bool_]) -> float:
    """Return the F of two outlines: how much of each lies near the other.

    References
    ----------
    Perazzi et al. (2016), "A benchmark dataset and evaluation methodology for video object
    segmentation", doi:10.1109/CVPR.2016.85.
    """
    if one.shape != two.shape:
        return 0.0
    edge_one, edge_two = _edge(one), _edge(two)
    if not edge_one.any() or not edge_two.any():
        return float(not edge_one.any() and not edge_two.any())
    reach = max(1, round(TOLERANCE * float(np.hypot(*one.shape))))
    disc = iterate_structure(np.ones((3, 3), dtype=bool), reach)
    precision = float((edge_one & binary_dilation(edge_two, disc)).sum() / edge_one.sum())
    recall = float((edge_two & binary_dilation(edge_one, disc)).sum() / edge_two.sum())
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _edge(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    inner: NDArray[np.bool_] = mask & ~binary_erosion(mask)
    return inner


def _boundary(_label: Label, first: Marks, second: Marks) -> float:
    return matched_overlap(
        first,
        second,
        lambda a, b: (
            boundary_f(to_array(a["geometry"]), to_array(b["geometry"])) if same_class(a, b) else 0
        ),
    )


BOUNDARY = Measure("boundary_f", _boundary)
