"""Every kind of label through a real round: detected, trained, predicted on open tasks, judged."""

import io
import wave
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from django.conf import settings
from PIL import Image, ImageDraw

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import models_folder
from active_learning.models import KeptInput, QueryRound
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.target import learning_target
from active_learning.selectors.values import value_of
from active_learning.selectors.versions import version_weights
from active_learning.services.query_round import Order, run_query_round
from active_learning.serving.bundle import read_bundle
from active_learning.serving.predictor import Predictor, Question
from labeling.models import Prediction, Project, Task
from labeling.regions import KINDS
from labeling.selectors.media import shelf_for
from labeling.selectors.ontologies import ontology_of
from tests.factories.facts import make_access, make_annotation, make_project, make_task
from tests.factories.moving import import_files

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

RATE = 8000
Answer = Callable[[Task], dict[str, Any]]


def project_of(field_type: str, label: dict[str, Any], *, fields: dict | None = None) -> Project:
    given = fields or {"value": {"type": field_type}}
    ontology = {"fields": given, "labels": [{"id": "what", "on": next(iter(given))} | label]}
    return make_project(ontology=ontology, settings={"holdout_share": 0.0})


def label_first(project: Project, count: int, answer: Answer) -> list[Task]:
    """Label the first tasks and return the others."""
    access = make_access(project)
    tasks = list(project.tasks.order_by("pk"))
    for task in tasks[:count]:
        task.project = project
        make_annotation(task, access.user, **({"answers": {}} | answer(task)))
    return tasks[count:]


def run(project: Project) -> dict[int, Prediction]:
    """Run a round and return its predictions by task."""
    done = run_query_round(project=project, order=Order("person"))
    assert done is not None
    assert done.version is not None
    assert done.error == ""
    rows = Prediction.objects.filter(task__project=project, model_version=done.version.name)
    return {row.task_id: row for row in rows}


def region(kind_class: str, number: int, **geometry: Any) -> dict[str, Any]:
    return {"id": f"r{number}", "label": "what", "class": kind_class, "geometry": geometry}


def wav(samples: np.ndarray) -> bytes:
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32000).clip(-32768, 32767).astype("<i2").tobytes())
    return content.getvalue()


def tone(hertz: float, seconds: float, seed: int) -> np.ndarray:
    at = np.arange(int(seconds * RATE)) / RATE
    hum = np.random.default_rng(seed).normal(0, 0.01, len(at))
    return 0.5 * np.sin(2 * np.pi * hertz * at) + hum


def events_of(number: int) -> list[tuple[str, float, float]]:
    """A beep and a buzz of each recording, somewhere else in each."""
    start = 0.5 + (number * 0.37) % 1.5
    return [("beep", start, start + 0.6), ("buzz", start + 1.5, start + 2.4)]


def recording(number: int) -> bytes:
    samples = np.random.default_rng(number).normal(0, 0.01, 5 * RATE)
    for name, start, end in events_of(number):
        hertz = {"beep": 1800.0, "buzz": 220.0}[name]
        samples[int(start * RATE) : int(end * RATE)] += tone(hertz, end - start + 1, number)[
            : int(end * RATE) - int(start * RATE)
        ]
    return wav(samples)


def number_of(task: Task, field: str = "value") -> int:
    return int(task.data[field]["name"].removesuffix(".wav"))


def overlaps(kind: str, task_regions: list[dict], wanted: list[dict]) -> list[float]:
    """Return each wanted region's overlap with the best found one of its class."""
    return [
        max(
            (KINDS[kind].iou(one["geometry"], found["geometry"])
             for found in task_regions if found["class"] == one["class"]),
            default=0.0,
        )
        for one in wanted
    ]  # fmt: skip


def test_events_in_sounds_are_found_where_they_are() -> None:
    project = project_of("audio", {"kind": "range", "classes": ["beep", "buzz"]})
    import_files(project, *((f"{n}.wav", recording(n)) for n in range(10)))

    def answer(task: Task) -> dict[str, Any]:
        marks = events_of(number_of(task))
        return {"regions": [region(c, i, start=s, end=e) for i, (c, s, e) in enumerate(marks)]}

    others = label_first(project, 6, answer)
    found = run(project)
    for task in others:
        wanted = answer(task)["regions"]
        assert min(overlaps("range", found[task.pk].regions, wanted)) > 0.7
        assert len(found[task.pk].regions) == len(wanted)
    assert KeptInput.objects.filter(project=project).count() == 10
    assert_the_query_names_regions(project, found)


def assert_the_query_names_regions(project: Project, found: dict[int, Prediction]) -> None:
    """Each doubtful pick names a region: one that its prediction shows, or a place beside."""
    picks = QueryRound.objects.get(project=project).query
    asked = {pick["task"]: pick["region"] for pick in picks if "region" in pick}
    assert asked
    for task_id, one in asked.items():
        assert project.tasks.get(pk=task_id).why["region"] == one
        assert (one["label"], one["on"], one["origin"]) == ("what", "value", {"kind": "prediction"})
        shown = {region["id"]: region for region in found[task_id].regions}
        places = [region["geometry"] for region in shown.values()]
        assert shown[one["id"]] == one if one["id"] in shown else one["geometry"] not in places


def test_the_serving_process_finds_the_same_events() -> None:
    project = project_of("audio", {"kind": "range", "classes": ["beep", "buzz"]})
    import_files(project, *((f"{n}.wav", recording(n)) for n in range(6)))

    def answer(task: Task) -> dict[str, Any]:
        marks = events_of(number_of(task))
        return {"regions": [region(c, i, start=s, end=e) for i, (c, s, e) in enumerate(marks)]}

    (task, *_) = label_first(project, 5, answer)
    found = run(project)[task.pk]
    target = learning_target(project)
    assert target is not None
    shelf = shelf_for(project, ontology_of(project), [task])
    sound = value_of(target.fields[0], task, shelf).to_json()
    bundle = read_bundle(version_weights(project.learned_versions.get()))
    predictor = Predictor(Encoders(models_folder(settings.PENUMBRA_DATA)))
    said = predictor._full(Question(bundle, {"value": sound}))
    assert [r.geometry for r in said.regions] == [r["geometry"] for r in found.regions]


def test_sounds_are_told_apart_as_a_whole() -> None:
    project = project_of("audio", {"kind": "choice", "classes": ["low", "high"]})
    hertz = {f"{n}.wav": (300.0 if n % 2 else 2000.0) + 20 * n for n in range(14)}
    files = ((name, wav(tone(pitch, 0.6, i))) for i, (name, pitch) in enumerate(hertz.items()))
    import_files(project, *files)

    def answer(task: Task) -> dict[str, Any]:
        return {"answers": {"what": "low" if number_of(task) % 2 else "high"}}

    others = label_first(project, 8, answer)
    found = run(project)
    assert [found[t.pk].answers for t in others] == [answer(t)["answers"] for t in others]


def series(number: int) -> tuple[dict[str, Any], tuple[float, float]]:
    """A noisy wave that is shaken for a while."""
    rng = np.random.default_rng(number)
    values = np.sin(np.arange(400) / 20) + rng.normal(0, 0.05, 400)
    start = int(rng.integers(40, 300))
    values[start : start + 60] += rng.normal(0, 1.2, 60)
    return {"channels": {"load": values.round(4).tolist()}}, (float(start), float(start + 60))


def test_disturbances_in_series_are_found() -> None:
    project = project_of("timeseries", {"kind": "range", "classes": ["shaken"]})
    places = {}
    for number in range(12):
        value, place = series(number)
        places[make_task(project, data={"value": value}).pk] = place

    def answer(task: Task) -> dict[str, Any]:
        start, end = places[task.pk]
        return {"regions": [region("shaken", 0, start=start, end=end)]}

    others = label_first(project, 8, answer)
    found = run(project)
    scores = [overlaps("range", found[t.pk].regions, answer(t)["regions"])[0] for t in others]
    assert np.mean(scores) > 0.7


def test_series_are_told_apart_as_a_whole() -> None:
    project = project_of("timeseries", {"kind": "choice", "classes": ["quick", "slow"]})
    for number in range(16):
        wave_of = np.sin(np.arange(300) / (5 if number % 2 else 40) + number)
        make_task(project, data={"value": {"channels": {"x": wave_of.round(4).tolist()}}})
    kinds = {t.pk: ("slow", "quick")[i % 2] for i, t in enumerate(project.tasks.order_by("pk"))}
    others = label_first(project, 8, lambda task: {"answers": {"what": kinds[task.pk]}})
    found = run(project)
    assert [found[t.pk].answers["what"] for t in others] == [kinds[t.pk] for t in others]


def picture(number: int) -> tuple[bytes, list[tuple[str, int, int, int, int]]]:
    """A red disc and a blue square on a grey table, somewhere else in each."""
    rng = np.random.default_rng(number)
    image = Image.new("RGB", (320, 240), (150, 150, 150))
    draw = ImageDraw.Draw(image)
    x, y = int(rng.integers(10, 90)), int(rng.integers(10, 160))
    draw.ellipse((x, y, x + 60, y + 60), fill=(210, 40, 40))
    u, v = int(rng.integers(170, 250)), int(rng.integers(10, 160))
    draw.rectangle((u, v, u + 50, v + 50), fill=(40, 40, 210))
    content = io.BytesIO()
    image.save(content, "PNG")
    return content.getvalue(), [("disc", x, y, 60, 60), ("square", u, v, 50, 50)]


def test_things_in_pictures_are_boxed() -> None:
    project = project_of("image", {"kind": "box", "classes": ["disc", "square"]})
    import_files(project, *((f"{n}.png", picture(n)[0]) for n in range(16)))

    def answer(task: Task) -> dict[str, Any]:
        number = int(task.data["value"]["name"].removesuffix(".png"))
        boxes = picture(number)[1]
        return {
            "regions": [
                region(c, i, x=x, y=y, width=w, height=h) for i, (c, x, y, w, h) in enumerate(boxes)
            ]
        }

    others = label_first(project, 10, answer)
    found = run(project)
    scores = [
        overlap
        for task in others
        for overlap in overlaps("box", found[task.pk].regions, answer(task)["regions"])
    ]
    assert np.mean([overlap >= 0.5 for overlap in scores]) > 0.8
    assert max(len(found[task.pk].regions) for task in others) <= 4


TALKS = {
    "refund": "I want my money back for the broken {}",
    "thanks": "Thank you so much, the {} is wonderful",
}
THINGS = ("kettle", "lamp", "phone", "chair", "radio", "watch", "bag", "coat")


def test_dialogues_are_told_apart_by_what_is_said() -> None:
    project = project_of("dialogue", {"kind": "choice", "classes": list(TALKS)})
    truth = {}
    for thing in THINGS:
        for name, said in TALKS.items():
            turns = [{"role": "user", "text": said.format(thing)},
                     {"role": "assistant", "text": "I see."}]  # fmt: skip
            truth[make_task(project, data={"value": turns}).pk] = name
    others = label_first(project, 10, lambda task: {"answers": {"what": truth[task.pk]}})
    found = run(project)
    assert [found[t.pk].answers["what"] for t in others] == [truth[t.pk] for t in others]


def test_tables_are_told_apart_by_their_numbers() -> None:
    project = project_of("table", {"kind": "choice", "classes": ["small", "large"]})
    rng = np.random.default_rng(0)
    truth = {}
    for number in range(24):
        is_large = number % 2
        row = {"width": round(rng.normal(7 if is_large else 4, 0.5), 2),
               "height": round(rng.normal(5, 0.5), 2)}  # fmt: skip
        pk = make_task(project, data={"value": [row]}).pk
        truth[pk] = "large" if is_large else "small"
    others = label_first(project, 16, lambda task: {"answers": {"what": truth[task.pk]}})
    found = run(project)
    assert [found[t.pk].answers["what"] for t in others] == [truth[t.pk] for t in others]


def test_the_better_of_two_answers_is_foreseen_in_either_order() -> None:
    fields = {"a": {"type": "text"}, "b": {"type": "text"}}
    label = {"kind": "pairwise", "fields": ["a", "b"], "classes": ["first", "second"]}
    project = project_of("text", label, fields=fields)
    truth = {}
    for number, thing in enumerate(THINGS * 2):
        kind = f"Of course, here is how to mend the {thing}, step by step."
        rude = f"Go away, nobody cares about your stupid {thing}."
        pair = (kind, rude) if number % 2 else (rude, kind)
        task = make_task(project, data=dict(zip("ab", pair, strict=True)), external_id=str(number))
        truth[task.pk] = "first" if number % 2 else "second"
    others = label_first(project, 8, lambda task: {"answers": {"what": truth[task.pk]}})
    found = run(project)
    assert [found[t.pk].answers["what"] for t in others] == [truth[t.pk] for t in others]
    for row in found.values():
        assert sum(row.probabilities["what"].values()) == pytest.approx(1.0, abs=1e-4)


def test_of_two_people_who_mark_places_the_one_like_the_others_counts() -> None:
    project = project_of("audio", {"kind": "range", "classes": ["beep"]})
    import_files(project, ("0.wav", recording(0)))
    (task,) = project.tasks.all()
    project.tasks.update(overlap=3, open_places=3)
    for start in (1.0, 3.5, 1.1):
        task.refresh_from_db()
        task.project = project
        mark = region("beep", 0, start=start, end=start + 0.8)
        make_annotation(task, make_access(project).user, regions=[mark], answers={})
    target = learning_target(project)
    assert target is not None
    (item,) = labelled_tasks(project, target)
    assert item.answer[0].geometry["start"] == 1.0
    assert item.weight == pytest.approx(2 / 3)
