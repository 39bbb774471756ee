"""Accuracy on the hold-out over HTTP: honest, complete, and only for those who see all answers."""

from typing import Any

import numpy as np
import pytest

from active_learning.models import ModelVersion, QueryRound, RoundState, ScoreSheet
from active_learning.selectors.score_sheets import Sheet
from labeling.models import Prediction, PrelabelDraw, Project, Role, Task
from tests.factories.client import ApiClient
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db
CLASSES = ["pos", "neg", "neutral"]


def version(project: Project, tasks: list[Task], said: list[str], sure: float = 0.9, **facts: Any):
    """Store a version with what it says of hold-out tasks."""
    number = ModelVersion.objects.filter(project=project).count() + 1
    stored = ModelVersion.objects.create(
        project=project, number=number, label="mood", kind="choice", classes=CLASSES,
        ontology_number=1, layout="one", key=f"k{number}", path=f"none/{number}", size_bytes=1,
        labels=10 * number, trigger="labels", **facts,
    )  # fmt: skip
    count = len(tasks)
    sheet = Sheet(
        list(CLASSES),
        np.array([task.pk for task in tasks], dtype=np.int64),
        np.full(count, sure, np.float32),
        np.array([CLASSES.index(name) for name in said], dtype=np.int64),
        np.full(count, 0.99, np.float32),
        np.full((count, 3), 1 / 3, np.float32),
        np.zeros((1, 1), np.int64),
        np.zeros((1, 1), np.int64),
    )
    ScoreSheet.objects.create(
        version=stored, ontology_number=1, answers=sheet.answers, arrays=sheet.packed()
    )
    return stored


def held(project: Project, count: int = 40) -> list[Task]:
    """Answered hold-out tasks: every second pos and neg; the second half came by phone."""
    tasks = []
    for at in range(count):
        source = "phone" if at >= count // 2 else "mail"
        task = make_task(project, f"text {at}", is_holdout=True, meta={"source": source})
        make_annotation(task, mood=CLASSES[at % 2])
        tasks.append(task)
    return tasks


def shown(project: Project, role: Role = Role.MANAGER, path: str = "accuracy/") -> Any:
    client = ApiClient(make_member(project, role))
    return client.get(f"/api/projects/{project.pk}/learning/{path}")


def test_without_a_model_or_answers_it_says_what_is_missing() -> None:
    project = make_project()
    assert shown(project).json()["state"] == "no_model"
    version(project, held(project, 4), ["pos"] * 4, is_active=True)
    body = shown(project).json()
    assert (body["state"], body["tasks"], body["needed"]) == ("unmeasured", 4, 10)


def test_confusion_names_the_tasks_behind_every_cell() -> None:
    project = make_project()
    tasks = held(project)
    version(project, tasks, ["pos"] * 40, is_active=True)
    body = shown(project).json()
    assert body["state"] == "ready"
    assert body["confusion"]["classes"] == CLASSES
    assert body["confusion"]["counts"] == [[20, 0, 0], [20, 0, 0], [0, 0, 0]]
    assert body["confusion"]["tasks"]["1:0"] == [str(task.pk) for task in tasks[1::2]]
    assert body["accuracy"]["value"] == 0.5
    assert body["accuracy"]["low"] < 0.5 < body["accuracy"]["high"]


def test_reliability_before_and_after_calibration() -> None:
    project = make_project()
    version(project, held(project), ["pos"] * 40, sure=0.5, is_active=True)
    found = shown(project).json()["reliability"]
    assert found["before"]["error"] == pytest.approx(0.49, abs=1e-3)
    assert found["after"]["error"] == pytest.approx(0.0, abs=1e-3)
    (one,) = found["after"]["bins"]
    assert one["count"] == 40
    assert one["accuracy"]["low"] < 0.5 < one["accuracy"]["high"]


def test_each_class_says_what_it_needs_the_most_urgent_first() -> None:
    project = make_project()
    version(project, held(project), ["pos"] * 40, is_active=True)
    needs = shown(project).json()["needs"]
    assert [(need["class"], need["advice"]) for need in needs] == [
        ("neutral", "unseen"),
        ("neg", "weak"),
        ("pos", "fine"),
    ]
    assert needs[1]["recall"]["value"] == 0.0
    assert (needs[1]["labelled"], needs[1]["tested"]) == (20, 20)


def test_a_slice_of_the_metadata_where_the_model_is_weak_is_found() -> None:
    project = make_project()
    tasks = held(project, 80)
    said = [CLASSES[at % 2] if at < 40 else "neutral" for at in range(80)]
    version(project, tasks, said, is_active=True)
    (found, *_) = shown(project).json()["slices"]["found"]
    assert (found["facet"], found["value"], found["tasks"]) == ("meta.source", "phone", 40)
    assert found["is_sure"] is True
    assert found["wrong"] == [str(task.pk) for task in tasks[40:]]


def test_answers_that_changed_since_are_taken_as_they_are_today() -> None:
    project = make_project()
    tasks = held(project)
    version(project, tasks, [CLASSES[at % 2] for at in range(40)], is_active=True)
    project.annotations.filter(task=tasks[0]).delete()
    Task.objects.filter(pk=tasks[0].pk).update(annotation_count=0)
    assert shown(project).json()["tasks"] == 39


def test_it_costs_the_same_for_many_tasks(django_assert_max_num_queries: Any) -> None:
    project = make_project()
    version(project, held(project, 120), ["pos"] * 120, is_active=True)
    client = ApiClient(make_member(project, Role.VIEWER))
    with django_assert_max_num_queries(20):
        client.get(f"/api/projects/{project.pk}/learning/accuracy/")


def test_two_versions_are_compared_task_by_task() -> None:
    project = make_project()
    tasks = held(project)
    first = version(project, tasks, ["pos"] * 40)
    second = version(project, tasks, [CLASSES[at % 2] for at in range(40)], is_active=True)
    body = shown(project, path=f"versions/compare/?first={first.pk}&second={second.pk}").json()
    holdout = body["holdout"]
    assert (body["first"], body["second"], holdout["tasks"]) == (1, 2, 40)
    assert (holdout["both"], holdout["second_only"], holdout["first_only"]) == (20, 20, 0)
    assert holdout["difference"]["value"] == 0.5
    assert holdout["difference"]["low"] > 0.3
    one = holdout["differing"][0]
    assert (one["truth"], one["first"], one["second"], one["better"]) == (
        "neg", "pos", "neg", "second",
    )  # fmt: skip
    assert one["preview"] == "text 1"
    assert body["pool"] is None


def test_guesses_in_the_pool_that_differ_are_named() -> None:
    project = make_project()
    tasks = held(project)
    first, second = version(project, tasks, ["pos"] * 40), version(project, tasks, ["neg"] * 40)
    for at in range(4):
        task = make_task(project, f"open {at}")
        for one, guess in ((first, "pos"), (second, "pos" if at else "neg")):
            Prediction.objects.create(
                task=task, model_version=one.name, answers={"mood": guess}, score=0.8
            )
    pool = shown(project, path=f"versions/compare/?first={first.pk}&second={second.pk}").json()[
        "pool"
    ]
    assert (pool["tasks"], pool["count"]) == (4, 1)
    assert (pool["differing"][0]["first"], pool["differing"][0]["second"]) == ("pos", "neg")


def test_a_bad_comparison_says_what_is_wrong() -> None:
    project, other = make_project(), make_project()
    tasks = held(project, 4)
    one = version(project, tasks, ["pos"] * 4)
    foreign = version(other, held(other, 4), ["pos"] * 4)
    path = "versions/compare/?first={}&second={}"
    assert shown(project, path=path.format(one.pk, one.pk)).status_code == 400
    assert shown(project, path=path.format(one.pk, "x")).status_code == 400
    assert shown(project, path=path.format(one.pk, foreign.pk)).status_code == 404
    old = version(project, tasks, ["pos"] * 4)
    ModelVersion.objects.filter(pk=old.pk).update(label="gone")
    answer = shown(project, path=path.format(one.pk, old.pk))
    assert (answer.status_code, answer.json()["code"]) == (409, "other_label")


def test_annotators_do_not_see_which_answers_of_others_the_model_missed() -> None:
    project = make_project()
    assert shown(project, Role.ANNOTATOR).status_code == 403
    assert shown(project, Role.VIEWER).status_code == 200


def test_answers_given_blind_tell_how_far_pre_labels_sway_people() -> None:
    project = make_project(settings={"blind_share": 0.3})
    version(project, held(project), ["pos", "neg"] * 20, is_active=True)
    for at in range(60):
        annotation = make_annotation(make_task(project, f"drawn {at}"), mood="pos")
        PrelabelDraw.objects.create(
            project=project,
            task=annotation.task,
            user=annotation.annotator,
            is_hidden=at < 20,
            share=0.3,
            # Those who saw it follow it always, those who did not half of the time.
            said={"mood": "neg" if at < 10 else "pos"},
        )
    bias = shown(project).data["bias"]
    assert (bias["blind"], bias["seen"], bias["share"]) == (20, 40, 0.3)
    assert (bias["hidden"]["value"], bias["shown"]["value"]) == (0.5, 1.0)
    assert bias["difference"]["value"] == 0.5
    assert 0.2 < bias["difference"]["low"] < 0.5 < bias["difference"]["high"]


def test_without_draws_nothing_is_said_of_bias_and_with_few_only_how_many() -> None:
    project = make_project()
    version(project, held(project), ["pos", "neg"] * 20, is_active=True)
    assert shown(project).data["bias"] is None
    annotation = make_annotation(make_task(project, "drawn"), mood="pos")
    PrelabelDraw.objects.create(
        project=project, task=annotation.task, user=annotation.annotator,
        is_hidden=True, share=0.1, said={"mood": "pos"},
    )  # fmt: skip
    bias = shown(project).data["bias"]
    assert (bias["blind"], bias["seen"], bias["shown"], bias["difference"]) == (1, 0, None, None)


def test_macro_f1_counts_every_class_the_same() -> None:
    project = make_project()
    version(project, held(project), ["pos", "neg"] * 15 + ["pos", "pos"] * 5, is_active=True)
    data = shown(project).data
    assert data["accuracy"]["value"] == 0.875
    # pos: 20 right, 5 too many; neg: 15 right of 20.
    assert data["macro_f1"]["value"] == pytest.approx((40 / 45 + 30 / 35) / 2)
    assert data["macro_f1"]["low"] < data["macro_f1"]["value"] < data["macro_f1"]["high"]


def test_the_move_of_predictions_between_the_last_two_versions_is_told() -> None:
    project = make_project()
    tasks = held(project)
    for said in ({"pos": 80, "neg": 20}, {"pos": 30, "neg": 50}):
        made = version(project, tasks, ["pos", "neg"] * 20)
        QueryRound.objects.create(
            project=project, version=made, state=RoundState.DONE,
            pool=sum(said.values()), predicted=said,
        )  # fmt: skip
    made.is_active = True
    made.save()
    drift = shown(project).data["drift"]
    assert (drift["from"], drift["to"], drift["pools"]) == (1, 2, [100, 80])
    assert drift["moved"] == pytest.approx(0.425)
    assert drift["classes"][0] == {"class": "pos", "before": 0.8, "after": 0.375}


def drawn_round(project: Project, tasks: list[Task], said: list[str], **facts: Any) -> QueryRound:
    """Store a round whose query was drawn from all open tasks, doubtful ones twice as likely."""
    left = 1.5 * len(tasks) * 2
    query = []
    for at, (task, name) in enumerate(zip(tasks, said, strict=True)):
        weight = 1.0 + at % 2
        draw = {"place": at + 1, "chance": weight / left, "pool": 2 * len(tasks)}
        query.append({"task": task.pk, "class": name, "draw": draw})
        left -= weight
    return QueryRound.objects.create(
        project=project, state=RoundState.DONE, trigger="labels", pool=2 * len(tasks),
        query=query, version=version(project, [], [], is_active=True), **facts,
    )  # fmt: skip


def test_drawn_tasks_tell_the_accuracy_on_what_they_were_drawn_from() -> None:
    project = make_project()
    tasks = [make_task(project, f"open {at}") for at in range(30)]
    for task in tasks[:-1]:
        make_annotation(task, mood="pos")
    # Wrong on the doubtful ones alone, of which twice as many were drawn as there are.
    row = drawn_round(project, tasks, ["pos" if at % 2 == 0 else "neg" for at in range(30)])
    found = shown(project).json()["drawn"]
    assert (found["version"], found["tasks"], found["pool"]) == (row.version.number, 29, 60)
    assert found["plain"] == pytest.approx(15 / 29)
    assert found["accuracy"]["value"] > found["plain"] + 0.05
    assert found["accuracy"]["low"] < found["accuracy"]["value"] < found["accuracy"]["high"]


def test_without_chances_of_the_whole_pool_or_with_gaps_nothing_is_told_of_draws() -> None:
    project = make_project()
    tasks = [make_task(project, f"open {at}") for at in range(30)]
    for task in tasks[5:]:
        make_annotation(task, mood="pos")
    row = drawn_round(project, tasks, ["pos"] * 30)
    assert shown(project).json()["drawn"] is None  # the first draws have no answer
    for task in tasks[:5]:
        make_annotation(task, mood="pos")
    assert shown(project).json()["drawn"]["tasks"] == 30
    QueryRound.objects.filter(pk=row.pk).update(pool=5000)  # only a part of it stood for choice
    assert shown(project).json()["drawn"] is None
