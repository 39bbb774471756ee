"""The demo: every project once, with an account whose password nobody can guess."""

import json

import numpy as np
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from labeling.config.demo import texts
from labeling.config.demo.load import PLANS
from labeling.config.demo.pictures import LAND, land_tile, smear
from labeling.models import Project, Task


@pytest.mark.django_db
@pytest.mark.slow
def test_loading_twice_makes_every_project_once_and_the_noted_password_signs_in():
    call_command("demo", stdout=_Quiet())
    plans = [json.loads(path.read_text(encoding="utf-8")) for path in PLANS.glob("*.json")]
    counts = {p.name: p.tasks.count() for p in Project.objects.all()}
    assert counts == {plan["name"]: plan["count"] for plan in plans}
    call_command("demo", stdout=_Quiet())
    assert Project.objects.count() == len(plans)
    assert Task.objects.count() == sum(counts.values())
    password = (settings.PENUMBRA_DATA / "demo_account").read_text().split("password ")[1].strip()
    assert len(password) >= 12
    assert Client().login(username="demo", password=password)


@pytest.mark.parametrize("make", [texts.support_messages, texts.letters, texts.reviews_zh])
def test_texts_are_all_different_and_the_same_by_seed(make, tmp_path):
    made = [item["data"]["text"] for item in make(80, np.random.default_rng(1), tmp_path)]
    assert len(set(made)) == 80
    again = [item["data"]["text"] for item in make(80, np.random.default_rng(1), tmp_path)]
    assert made == again


@pytest.mark.parametrize("kind", LAND)
def test_tiles_are_pictures_with_contrast(kind):
    pixels = np.asarray(land_tile(kind, np.random.default_rng(2)))
    assert pixels.shape == (256, 256, 3)
    assert pixels.std() > 5


def test_a_smears_cells_lie_where_their_boxes_say():
    picture, cells = smear(np.random.default_rng(3))
    pixels = np.asarray(picture).astype(int)
    white = next(cell for cell in cells if cell.kind == "white")
    x, y, w, h = white.box
    inside = pixels[int(y + h / 3) : int(y + 2 * h / 3), int(x + w / 3) : int(x + 2 * w / 3)]
    blue, green = inside[..., 2].mean(), inside[..., 1].mean()
    assert blue > green + 20


class _Quiet:
    def write(self, text: str = "", *args: object) -> None:
        pass
