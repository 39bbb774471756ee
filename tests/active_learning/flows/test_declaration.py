"""A flow is read with its models; what cannot follow what is refused at its place."""

import json

import pytest

from active_learning.flows.declaration import BadFlow, read_flow
from active_learning.flows.describing import card_of_flow, graph_of
from active_learning.flows.recipes import RECIPES
from active_learning.prelabelers.base import View
from active_learning.prelabelers.registry import PRELABELERS
from tests.active_learning.flows.models import ALL, TONE, card

READ = [
    {"step": "model", "model": "reader"},
    {"step": "text"},
    {"step": "model", "model": "words"},
]
CLASSED = [
    {"step": "resize", "longest_px": 640},
    {"step": "model", "model": "finder"},
    {"step": "keep", "least": 0.5, "classes": "thing, , thing"},
    {"step": "crop"},
    {"step": "model", "model": "tone"},
]


@pytest.mark.parametrize(
    ("field", "steps", "place", "said"),
    [
        ("image", {}, "/steps", "list"),
        ("image", [], "/steps", "1 to 8"),
        ("image", [{"step": "dance"}], "/steps/0/step", "resize"),
        ("image", [{"step": "model", "model": "gone"}], "/steps/0/model", "finder"),
        ("image", [{"step": "resize", "longest_px": 3}], "/steps/0/longest_px", "32"),
        ("image", [{"step": "resize", "size": 3}], "/steps/0/size", "longest_px"),
        ("image", [{"step": "resize"}], "/steps/0", "ends with"),
        ("image", [{"step": "crop"}], "/steps/0", "after a model"),
        ("text", [{"step": "resize"}], "/steps/0", "picture"),
        ("text", [{"step": "model", "model": "tone"}], "/steps/0/model", "image"),
        ("image", [*READ[:1], *READ[:1]], "/steps/1", "Between two models"),
        ("image", [*CLASSED[:4]], "/steps/3", "ends with"),
        ("image", [{**READ[0], "asks": "span"}], "/steps/0/asks", "box"),
        ("image", [{**READ[0], "options": {"x": 1}}], "/steps/0/options/x", "no such option"),
        ("image", [*READ[:2], {"step": "model", "model": "length"}], "/steps/2/model", "order"),
    ],
)
def test_what_is_no_flow_is_refused_at_its_place_with_a_remedy(field, steps, place, said):
    with pytest.raises(BadFlow) as refused:
        read_flow(steps, field, ALL)
    assert refused.value.faults[0].place == place
    assert said in refused.value.faults[0].detail


def test_all_that_is_wrong_with_the_steps_is_told_at_once():
    steps = [{"step": "keep", "least": 2, "most": 0}, {"step": "dance"}]
    with pytest.raises(BadFlow) as refused:
        read_flow(steps, "image", ALL)
    places = {fault.place for fault in refused.value.faults}
    assert places == {"/steps/0/least", "/steps/0/most", "/steps/1/step"}


def test_a_model_that_reads_the_stored_file_itself_comes_first_or_not_at_all():
    ocr = card("ocr", "image", "box", classes=("text",), views=lambda facts: (View("ocr"),))
    with pytest.raises(BadFlow) as refused:
        read_flow([{"step": "resize"}, {"step": "model", "model": "ocr"}], "image", {"ocr": ocr})
    assert refused.value.faults[0].place == "/steps/1/model"


def test_a_flow_is_known_by_what_its_last_model_calls_things():
    flow = read_flow(CLASSED, "image", ALL)
    about = card_of_flow(flow, id="flow-1", title="Tones", licence="none")
    assert (about.reads, about.fills, about.classes) == ({"image"}, {"box"}, TONE.classes)
    assert about.memory_mb > TONE.memory_mb
    assert [view.name for view in about.views({})] == ["display"]
    steps = json.loads(about.fixed["flow"])
    assert [step["kind"] for step in steps] == ["resize", "model", "keep", "crop", "model"]
    assert steps[2]["settings"]["classes"] == "thing"
    assert [node["gives"]["shape"] for node in graph_of(flow)] == [
        "value", "marks", "marks", "crops", "marks",
    ]  # fmt: skip


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.id)
def test_every_recipe_is_a_flow_of_what_comes_with_the_product(recipe):
    models = dict(PRELABELERS.items()) | {"own": card("own", "image", "choice", classes=("a", "b"))}
    assert read_flow(list(recipe.steps), recipe.field_type, models).end.shape == "marks"
