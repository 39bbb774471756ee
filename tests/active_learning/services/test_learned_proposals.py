"""Regions chosen among proposals, through a real round: pieces of pictures, clusters of clouds."""

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from labeling.models import Prediction, Task
from tests.active_learning.services.test_learned_kinds import (
    label_first,
    overlaps,
    project_of,
    region,
    run,
)
from tests.factories.moving import import_files

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def leaf(number: int) -> tuple[bytes, dict[str, list[list[float]]]]:
    """A slanted green square and a red disc on a grey table; the squares are what is wanted."""
    rng = np.random.default_rng(number)
    image = Image.new("RGB", (320, 240), (150, 150, 150))
    draw = ImageDraw.Draw(image)
    x, y = (float(rng.integers(10, 90)), float(rng.integers(90, 150)))
    corners = {
        "left": [[x, y + 30], [x + 30, y], [x + 60, y + 30], [x + 30, y + 60]],
        "right": [[x + 150, y + 60], [x + 180, y], [x + 210, y + 60]],
    }
    draw.polygon([tuple(p) for p in corners["left"]], fill=(40, 160, 60))
    draw.polygon([tuple(p) for p in corners["right"]], fill=(40, 60, 190))
    draw.ellipse((x + 90, y - 80, x + 130, y - 40), fill=(200, 40, 40))
    content = io.BytesIO()
    image.save(content, "PNG")
    return content.getvalue(), corners


def number_of(task: Task) -> int:
    return int(task.data["value"]["name"].split(".")[0])


def found_share(kind: str, found: dict[int, Prediction], wanted: dict[int, list[Any]]) -> float:
    scores = [
        overlap
        for task_id, regions in wanted.items()
        for overlap in overlaps(kind, found[task_id].regions, regions)
    ]
    return float(np.mean([overlap >= 0.5 for overlap in scores]))


def test_things_in_pictures_are_outlined() -> None:
    project = project_of("image", {"kind": "polygon", "classes": ["left", "right"]})
    import_files(project, *((f"{n}.png", leaf(n)[0]) for n in range(10)))

    def answer(task: Task) -> dict[str, Any]:
        corners = leaf(number_of(task))[1]
        rings = ((name, [ring]) for name, ring in corners.items())
        return {"regions": [region(c, i, rings=r) for i, (c, r) in enumerate(rings)]}

    others = label_first(project, 6, answer)
    found = run(project)
    assert found_share("polygon", found, {t.pk: answer(t)["regions"] for t in others}) > 0.8
    assert max(len(found[task.pk].regions) for task in others) <= 3


SIZES = {"car": (4.2, 1.8, 1.5), "person": (0.6, 0.6, 1.7)}


def street(number: int) -> tuple[bytes, list[tuple[str, list[float]]]]:
    """A flat ground with two cars and two people on it, as points of their sides."""
    rng = np.random.default_rng(number)
    ground = np.column_stack([rng.uniform(-25, 25, (4000, 2)), rng.normal(-1.6, 0.01, 4000)])
    things, clouds = [], [ground]
    for at, name in enumerate(("car", "person", "car", "person")):
        size = np.array(SIZES[name])
        middle = np.array([6.0 + 5.0 * at, rng.uniform(-6, 6), -1.6 + size[2] / 2])
        points = rng.uniform(-0.5, 0.5, (700, 3))
        # On the sides of the box, where a lidar hits.
        points[np.arange(700), rng.integers(0, 2, 700)] = rng.choice([-0.5, 0.5], 700)
        clouds.append(middle + points * size)
        things.append((name, middle.tolist()))
    rows = np.vstack(clouds)
    return "\n".join(f"{x:.3f} {y:.3f} {z:.3f}" for x, y, z in rows).encode(), things


def test_things_in_clouds_get_cuboids() -> None:
    project = project_of("pointcloud", {"kind": "cuboid", "classes": list(SIZES)})
    import_files(project, *((f"{n}.xyz", street(n)[0]) for n in range(6)))

    def answer(task: Task) -> dict[str, Any]:
        return {
            "regions": [
                region(name, i, center=center, size=list(SIZES[name]), rotation=[1, 0, 0, 0])
                for i, (name, center) in enumerate(street(number_of(task))[1])
            ]
        }

    others = label_first(project, 4, answer)
    found = run(project)
    assert found_share("cuboid", found, {t.pk: answer(t)["regions"] for t in others}) > 0.8
