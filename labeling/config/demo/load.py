"""Puts the demo projects into the database: once each, whatever happened to them since."""

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from django.db import transaction
from PIL import Image

from labeling.config.demo.pictures import LAND, Cell, land_tile, smear
from labeling.config.demo.texts import letters, reviews_zh, support_messages
from labeling.models import Project, Role, User
from labeling.policies import Access
from labeling.services.assets import render_asset, store_file
from labeling.services.projects import create_project
from labeling.services.tasks import create_tasks

HERE = Path(__file__).parent
TEXTS: dict[str, Callable[[int, np.random.Generator], list[dict[str, Any]]]] = {
    "support_messages": support_messages,
    "letters": letters,
    "reviews_zh": reviews_zh,
}
Tell = Callable[[str], None]
Picture = tuple[str, str, Image.Image, str]
"""Field, file name, pixels, note (or none)."""
WORDS = {"red": "red cell", "white": "white cell", "platelet": "platelet"}
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def load_demo(*, owner: User, tell: Tell) -> None:
    """Make every demo project that is not there yet."""
    for plan in json.loads((HERE / "projects.json").read_text(encoding="utf-8")):
        if not Project.objects.filter(is_demo=True, name=plan["name"]).exists():
            tell(f"• {plan['name']}: {plan['count']} tasks")
            _load_project(owner, plan)


@transaction.atomic
def _load_project(owner: User, plan: dict[str, Any]) -> None:
    keys = ("name", "description", "guidelines", "settings", "ontology")
    project = create_project(owner=owner, is_demo=True, **{key: plan[key] for key in keys})
    access = Access(owner, project, Role.OWNER)
    rng = np.random.default_rng(2026)
    source, count = plan["source"], plan["count"]
    if source in TEXTS:
        create_tasks(access=access, items=TEXTS[source](count, rng))
        return
    pictures = _land(count, rng) if source == "land_tiles" else _smears(count, rng)
    with tempfile.TemporaryDirectory() as folder:
        items = [_with_picture(project, Path(folder), picture) for picture in pictures]
    create_tasks(access=access, items=items)


def _land(count: int, rng: np.random.Generator) -> Iterator[Picture]:
    for index in range(count):
        yield "tile", f"tile-{index:03}.jpg", land_tile(str(rng.choice(LAND)), rng), ""


def _smears(count: int, rng: np.random.Generator) -> Iterator[Picture]:
    for index in range(count):
        picture, cells = smear(rng)
        yield "smear", f"smear-{index:03}.jpg", picture, _note(cells)


def _note(cells: list[Cell]) -> str:
    """Say what a smear shows, as somebody at a microscope would."""
    counts = Counter(cell.kind for cell in cells)
    parts = [
        f"{NUMBERS[n] if n < len(NUMBERS) else n} {WORDS[kind]}{'' if n == 1 else 's'}"
        for kind, n in sorted(counts.items())
        if n
    ]
    sentence = ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{sentence[0].upper()}{sentence[1:]} in this field."


def _with_picture(project: Project, folder: Path, entry: Picture) -> dict[str, Any]:
    """Store the picture as an import would, and return the task that shows it."""
    field, name, picture, note = entry
    path = folder / name
    picture.save(path, quality=92)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    asset = store_file(project=project, path=path, digest=digest, name=name, field_type="image")
    render_asset(asset)
    data: dict[str, Any] = {field: {"asset": str(asset.pk), "name": name}}
    if note:
        data["note"] = note
    return {"data": data, "external_id": name.removesuffix(".jpg")}
