"""Asking what belongs to a region, through the API."""

import io

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image, ImageDraw, ImageFont

from tests.factories.client import ApiClient
from tests.factories.facts import make_asset, make_member, make_project, make_task
from tests.labeling.services.proposals.asking import CLASSES

pytestmark = pytest.mark.django_db
ENDS = ["mention", "thing"]
ONTOLOGY = {
    "fields": {"caption": {"type": "text"}, "photo": {"type": "image"}},
    "labels": [
        {"id": "mention", "on": "caption", "kind": "span", "classes": CLASSES},
        {"id": "thing", "on": "photo", "kind": "box", "classes": CLASSES},
    ],
    "relations": [{"id": "same", "from": ENDS, "to": ENDS, "directed": False, "identity": True}],
}
SPAN = {"id": "s", "label": "mention", "class": "lamp", "geometry": {"start": 4, "end": 16}}


@pytest.fixture
def project():
    return make_project(ontology=ONTOLOGY)


@pytest.fixture
def task(project):
    image = Image.new("RGB", (420, 160), "white")
    ink = ImageDraw.Draw(image)
    ink.text((40, 30), "HARBOUR LAMP", fill="black", font=ImageFont.load_default(32))
    ink.text((200, 110), "since 1887", fill="navy", font=ImageFont.load_default(24))
    content = io.BytesIO()
    image.save(content, "PNG")
    asset = make_asset(project, width=420, height=160)
    asset.path = default_storage.save(asset.path, ContentFile(content.getvalue()))
    asset.save()
    data = {"caption": "The Harbour Lamp in 1887", "photo": {"asset": str(asset.pk)}}
    return make_task(project, data=data)


def asked(project, task, **body):
    api = ApiClient(make_member(project))
    return api.post(f"/api/tasks/{task.pk}/proposals/", {"regions": [SPAN], "region": "s"} | body)


def test_words_read_in_the_picture_are_proposed_with_their_reason(project, task):
    answer = asked(project, task)
    assert answer.status_code == 200, answer.content
    (found,) = answer.json()["proposals"]
    assert (found["on"], found["label"], found["class"]) == ("photo", "thing", "lamp")
    assert found["reason"] == {"code": "same_characters", "params": {"text": "HARBOUR LAMP"}}
    box = found["geometry"]
    assert box["x"] == pytest.approx(40, abs=8)
    assert box["width"] == pytest.approx(230, abs=30)


def test_a_new_region_where_one_is_already_is_that_one(project, task):
    there = {"x": 38, "y": 28, "width": 236, "height": 38}
    box = {"id": "b", "label": "thing", "class": "person", "geometry": there}
    (found,) = asked(project, task, regions=[SPAN, box]).json()["proposals"]
    assert (found["region"], found["geometry"]) == ("b", None)
    link = {"id": "r", "label": "same", "from": "s", "to": "b"}
    answer = asked(project, task, regions=[SPAN, box], relations=[link])
    assert answer.json()["proposals"] == []


def test_bad_questions_are_refused_with_their_place_and_change_nothing(project, task):
    answer = asked(project, task, region="gone")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/region")
    broken = SPAN | {"geometry": {"start": 4, "end": 99}}
    answer = asked(project, task, regions=[broken])
    assert answer.json()["errors"][0]["pointer"] == "/regions/0/geometry/end"
    assert asked(project, task, regions=7).status_code == 400


def test_a_source_that_cannot_answer_is_told_beside_what_others_found(project, task):
    default_storage.delete(project.assets.get().path)
    answer = asked(project, task)
    assert answer.status_code == 200
    assert answer.json()["proposals"] == []
    assert answer.json()["problems"][0]["source"] == "characters"


def test_outsiders_learn_nothing(project, task):
    other = ApiClient(make_member(make_project()))
    answer = other.post(f"/api/tasks/{task.pk}/proposals/", {"regions": [SPAN], "region": "s"})
    assert answer.status_code == 404
