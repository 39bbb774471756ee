"""The demo: every project once, with an account whose password nobody can guess."""

import json

import numpy as np
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from active_learning.services.flows import check_flow
from labeling.config.demo import texts
from labeling.config.demo.load import PLANS, load_demo
from labeling.config.demo.pictures import LAND, land_tile, smear
from labeling.models import Job, Project, Task
from labeling.services.job_runs import StoredJobRun, WorkerStopping
from tests.factories.facts import make_project, make_user


@pytest.mark.django_db
@pytest.mark.slow
def test_loading_twice_makes_every_project_once_and_the_noted_password_signs_in(
    monkeypatch, tmp_path
):
    plans = few_of_each(monkeypatch, tmp_path)
    call_command("demo", stdout=_Quiet())
    counts = {p.name: p.tasks.count() for p in Project.objects.all()}
    assert counts == {plan["name"]: plan["count"] for plan in plans}
    call_command("demo", stdout=_Quiet())
    assert Project.objects.count() == len(plans)
    assert Task.objects.count() == sum(counts.values())
    password = (settings.PENUMBRA_DATA / "demo_account").read_text().split("password ")[1].strip()
    assert len(password) >= 12
    assert Client().login(username="demo", password=password)


def few_of_each(monkeypatch, folder) -> list[dict]:
    """Let every project have one task, and nothing that goes on afterwards."""
    plans = []
    for path in PLANS.glob("*.json"):
        plan = json.loads(path.read_text(encoding="utf-8"))
        plans.append(plan | {"count": 1, "prelabelers": {}, "flows": [], "past": {}})
        (folder / path.name).write_text(json.dumps(plans[-1]), encoding="utf-8")
    monkeypatch.setattr("labeling.config.demo.load.PLANS", folder)
    return plans


@pytest.mark.django_db
@pytest.mark.parametrize("path", PLANS.glob("*.json"), ids=lambda path: path.stem)
def test_the_flows_of_a_project_can_work_in_it(path):
    plan = json.loads(path.read_text(encoding="utf-8"))
    project = make_project(ontology=plan["ontology"])
    for flow in plan.get("flows", ()):
        assert check_flow(project=project, field=flow["field"], steps=flow["steps"]).steps


def small(monkeypatch, folder, names=("one", "two")) -> None:
    """Take small plans in place of the real ones."""
    plan = json.loads((PLANS / "04_letters.json").read_text(encoding="utf-8"))
    for name in names:
        text = json.dumps(plan | {"name": name, "count": 3, "prelabelers": {}})
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr("labeling.config.demo.load.PLANS", folder)


@pytest.mark.django_db
def test_a_worker_prepares_the_projects_and_tells_how_far_it_is(monkeypatch, tmp_path):
    small(monkeypatch, tmp_path)
    call_command("demo", later=True, stdout=_Quiet())
    job = Job.objects.get()
    assert (job.kind, job.state, job.done, job.total) == ("demo", "done", 2, 2)
    assert [(p.name, p.tasks.count()) for p in Project.objects.order_by("id")] == [
        ("one", 3),
        ("two", 3),
    ]
    call_command("demo", later=True, stdout=_Quiet())
    assert Job.objects.count() == 1


@pytest.mark.django_db
def test_a_long_load_lets_waiting_work_go_first_and_goes_on_after_it(monkeypatch, tmp_path):
    small(monkeypatch, tmp_path)
    call_command("demo", later=True, stdout=_Quiet())
    Project.objects.all().delete()
    Job.objects.all().delete()
    monkeypatch.setattr(StoredJobRun, "should_yield", lambda self: True)
    call_command("demo", later=True, stdout=_Quiet())
    assert list(Job.objects.order_by("id").values_list("state", "done")) == [("done", 2)] * 2
    assert Project.objects.filter(is_demo=True).count() == 2


@pytest.mark.django_db
def test_a_load_that_was_stopped_amid_a_project_begins_that_one_anew(monkeypatch, tmp_path):
    small(monkeypatch, tmp_path, ["one"])
    owner = make_user("demo")

    def stop(**given):
        raise WorkerStopping

    with monkeypatch.context() as broken:
        broken.setattr("labeling.config.demo.load.create_tasks", stop)
        with pytest.raises(WorkerStopping):
            load_demo(owner=owner, tell=lambda text: None)
    assert [p.is_demo for p in Project.objects.all()] == [False]
    load_demo(owner=owner, tell=lambda text: None)
    assert [(p.is_demo, p.tasks.count()) for p in Project.objects.all()] == [(True, 3)]


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
