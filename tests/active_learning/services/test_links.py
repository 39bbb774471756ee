"""From confirmed links to proposals: when a linker is fitted, stored and asked."""

import io

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from active_learning.embeddings.fields import Encoders
from active_learning.linking.scorer import load_linker
from active_learning.models import LinkerVersion
from active_learning.selectors.linkers import linker_in_use, linker_weights
from active_learning.services import link_proposals
from active_learning.services.link_doubts import write_link_doubts
from active_learning.services.link_proposals import by_learned_links
from active_learning.services.pacing import Pace
from active_learning.services.relink import relink_when_due
from active_learning.services.train_linker import train_linker
from active_learning.serving.linking import LinkDesk
from labeling.models import Job
from labeling.services.proposals.propose import read_ask
from labeling.services.proposals.registry import SOURCES
from tests.factories.facts import (
    make_annotation,
    make_asset,
    make_prediction,
    make_project,
    make_task,
)

pytestmark = pytest.mark.django_db
ENDS = ["mention", "thing"]
INKS = {"red": (220, 20, 20), "blue": (20, 20, 220)}
ONTOLOGY = {
    "fields": {"caption": {"type": "text"}, "photo": {"type": "image"}},
    "labels": [
        {"id": "mention", "on": "caption", "kind": "span", "classes": ["it"]},
        {"id": "thing", "on": "photo", "kind": "box", "classes": ["thing"]},
    ],
    "relations": [{"id": "same", "from": ENDS, "to": ENDS, "directed": False, "identity": True}],
}
CAPTION = "a red square and a blue square"
SPANS = {"red": (2, 5), "blue": (19, 23)}


@pytest.fixture
def project():
    return make_project(ontology=ONTOLOGY)


def make_picture_task(project, red_at, blue_at):
    picture = Image.new("RGB", (200, 100), "white")
    for ink, left in zip(INKS.values(), (red_at, blue_at), strict=True):
        picture.paste(ink, (left, 30, left + 40, 70))
    content = io.BytesIO()
    picture.save(content, "PNG")
    asset = make_asset(project, width=200, height=100)
    asset.path = default_storage.save(asset.path, ContentFile(content.getvalue()))
    asset.save()
    data = {"caption": CAPTION, "photo": {"asset": str(asset.pk)}}
    return make_task(project, data=data, overlap=5, open_places=5)


def content_of(red_at, blue_at, *, is_linked=True):
    regions, relations = [], []
    for name, left in zip(INKS, (red_at, blue_at), strict=True):
        start, end = SPANS[name]
        box = {"x": left, "y": 30, "width": 40, "height": 40}
        regions += [
            {"id": f"s{name}", "label": "mention", "class": "it",
             "geometry": {"start": start, "end": end}},
            {"id": f"b{name}", "label": "thing", "class": "thing", "geometry": box},
        ]  # fmt: skip
        if is_linked:
            relations.append({"id": f"r{name}", "label": "same", "from": f"s{name}",
                              "to": f"b{name}"})  # fmt: skip
    return {"regions": regions, "relations": relations, "answers": {}}


def label(project, red_at, blue_at):
    task = make_picture_task(project, red_at, blue_at)
    make_annotation(task, **content_of(red_at, blue_at))


def fit(project):
    return train_linker(
        project=project, tell=lambda done, total, said: None, should_stop=lambda: False
    )


def test_a_fit_is_due_after_three_links_and_again_only_after_more(project):
    label(project, 10, 120)
    assert relink_when_due(project=project) is None
    label(project, 130, 20)
    assert relink_when_due(project=project) is not None
    assert Job.objects.filter(name="active_learning.train_linker").count() == 1
    fit(project)
    assert relink_when_due(project=project) is None


def test_links_that_teach_nothing_are_noted_and_not_tried_again(project):
    task = make_picture_task(project, 10, 120)
    for _ in range(3):
        only = content_of(10, 120)
        only = {"regions": only["regions"][:2], "relations": only["relations"][:1], "answers": {}}
        make_annotation(task, **only)
    version = fit(project)
    assert (version.key, version.links) == ("", 0)
    assert linker_in_use(project.pk) is None
    assert relink_when_due(project=project) is None


def test_confirmed_links_propose_the_right_box_of_a_new_picture(project, models, monkeypatch):
    for places in ((10, 120), (130, 20), (60, 150)):
        label(project, *places)
    version = fit(project)
    assert (version.links, LinkerVersion.objects.count()) == (6, 1)

    class Serving:
        """The serving process, in this one."""

        def link(self, key, question, *, weights):
            assert key == version.key
            return LinkDesk(Encoders(models)).scores(load_linker(weights()), question)

    monkeypatch.setattr(link_proposals, "serving_client", Serving)
    assert "learned" in SOURCES
    task = make_picture_task(project, 150, 40)
    for name in INKS:
        content = content_of(150, 40, is_linked=False)
        ask = read_ask(project=project, task=task, content=content, region_id=f"s{name}")
        found = by_learned_links(ask)
        assert (found[0].region, found[0].code) == (f"b{name}", "learned")
        assert found[0].params == {"count": 6}
        assert found[0].score > found[1].score
        back = read_ask(project=project, task=task, content=content, region_id=f"b{name}")
        assert by_learned_links(back)[0].region == f"s{name}"
    assert load_linker(linker_weights(version)).links == 6


def predicted(project, red_at, blue_at, count=4, **facts):
    task = make_picture_task(project, red_at, blue_at)
    regions = content_of(red_at, blue_at, is_linked=False)["regions"][:count]
    make_prediction(task, "theirs", regions=regions)
    type(task).objects.filter(pk=task.pk).update(prediction_count=1, **facts)
    return task


def test_doubt_about_links_raises_a_task_and_names_the_mark():
    project = make_project(ontology=ONTOLOGY)
    for places in ((10, 120), (130, 20), (60, 150)):
        label(project, *places)
    # Two red squares: no picture tells which one is meant.
    unsure = predicted(project, 150, 40)
    both = [dict(r) for r in content_of(150, 40)["regions"][:2]]
    both.append(both[1] | {"id": "btwin"})
    unsure.predictions.update(regions=both)
    lonely = predicted(project, 20, 120, count=2)
    pick = predicted(project, 150, 40, priority=0.95, why={"strategy": "margin"})
    fit(project)
    raised = write_link_doubts(project=project, tell=lambda done, total: None, pace=Pace())
    for task in (unsure, lonely, pick):
        task.refresh_from_db()
    assert raised == 1
    assert unsure.priority == pytest.approx(0.9, abs=0.01)
    reason = unsure.why["reason"]
    assert (reason["code"], reason["params"]["region"]) == ("link_unsure", "sred")
    assert reason["params"]["mark"] == "red"
    assert lonely.priority == 0.0
    assert (pick.priority, pick.why) == (0.95, {"strategy": "margin"})


def test_without_a_linker_nothing_rises(project):
    predicted(project, 150, 40)
    assert write_link_doubts(project=project, tell=lambda done, total: None, pace=Pace()) == 0
