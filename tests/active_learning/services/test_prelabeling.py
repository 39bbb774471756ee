"""Pre-labelers at work: what they propose is stored, shown, learned from, and taken away."""

import numpy as np
import pytest

from active_learning.models import PrelabelerUse, RawProposals
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.services.blind_audits import hand_out_blind
from active_learning.services.prelabel_pool import enqueue_prelabeling
from active_learning.services.prelabeler_settings import UseChange, change_use, use_of
from active_learning.services.try_prelabeler import enqueue_trial
from labeling.kernel.errors import BadInput, Conflict
from labeling.models import Job, Prediction
from labeling.selectors.work import predictions_shown
from tests.active_learning.prelabelers import fake
from tests.factories import facts
from tests.factories.facts import make_access, make_annotation, make_task

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(PRELABELERS._items, "fake", fake.CARD)


def make_project(**given):
    """Make a project in which nothing is held out by chance."""
    return facts.make_project(settings={"holdout_share": 0.0}, **given)


def switched_on(project, **change):
    return change_use(
        project=project,
        prelabeler="fake",
        field_id="text",
        change=UseChange(is_on=True, **change),
        user_id=None,
    )


def spans(task):
    return [
        (region["class"], region["geometry"]["start"], region["geometry"]["end"])
        for prediction in Prediction.objects.filter(task=task)
        for region in prediction.regions
    ]


def test_open_tasks_get_suggestions_of_classes_with_a_like_name():
    project = make_project()
    task, other = make_task(project, "a red car"), make_task(project, "a bus")
    use = switched_on(project)
    assert use.places == [{"label": "mention", "classes": {"car": "car"}}]
    assert spans(task) == [("car", 6, 9)]
    assert spans(other) == []  # nothing of the ontology is meant by a bus
    shown = predictions_shown(make_access(project), _fresh(task))
    assert [prediction.model_version for prediction in shown] == [use.source]
    assert _fresh(task).prediction_count == 1
    project.refresh_from_db()
    assert project.model_version == ""  # the list's model is the learner's affair


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("raise it", "failed"),
        ("nonsense", "nonsense"),
        ("die now", "died"),
        ("hang on", "too_slow"),
    ],
)
def test_a_task_at_which_it_fails_is_named_and_the_others_are_answered(text, fault, monkeypatch):
    monkeypatch.setattr("active_learning.prelabelers.asking.OPENING_S", 4.0)
    project = make_project()
    bad, good = make_task(project, text), make_task(project, "my car")
    use = switched_on(project)
    assert spans(good) == [("car", 3, 6)]
    row = RawProposals.objects.get(use=use, task=bad)
    assert row.fault == fault
    assert row.detail
    assert Job.objects.get().report["faults"] == {fault: 1}


def test_one_that_fails_at_everything_is_switched_off_and_says_why():
    project = make_project()
    for number in range(12):
        make_task(project, f"raise {number}")
    use = switched_on(project)
    use.refresh_from_db()
    assert not use.is_on
    assert use.stopped["code"] == "failed"
    assert "the model's own bug" in use.stopped["detail"]
    assert Prediction.objects.count() == 0


def test_one_that_only_hangs_is_left_before_it_has_hung_at_every_task(monkeypatch):
    for module in ("ask_prelabelers", "prelabel_pool"):
        monkeypatch.setattr(f"active_learning.services.{module}.WASTED_S", 0.0)
    project = make_project()
    for number in range(3):
        make_task(project, f"raise {number}")
    use = switched_on(project)
    use.refresh_from_db()
    assert (use.is_on, use.stopped["code"]) == (False, "failed")


def test_a_try_ends_when_two_failures_in_a_row_are_alike():
    project = make_project()
    make_task(project, "a red car")
    for _ in range(4):
        make_task(project, "raise it")
    use = use_of(project=project, prelabeler="fake", field_id="text")
    enqueue_trial(use=use, user_id=None)
    use.refresh_from_db()
    assert [bool(task["fault"]) for task in use.trial["tasks"]] == [False, True, True]


def test_switching_off_takes_what_it_showed_away_and_leaves_others():
    project = make_project()
    task = make_task(project, "a car")
    Prediction.objects.create(task=task, model_version="mine")
    switched_on(project)
    assert Prediction.objects.count() == 2
    change_use(project=project, prelabeler="fake", field_id="text",
               change=UseChange(is_on=False), user_id=None)  # fmt: skip
    assert [row.model_version for row in Prediction.objects.all()] == ["mine"]
    assert _fresh(task).prediction_count == 1


def test_another_mapping_changes_what_is_shown_without_asking_anew():
    project = make_project()
    task = make_task(project, "a bus")
    use = switched_on(project)
    places = [{"label": "mention", "classes": {"bus": "car"}}]
    switched_on(project, places=places)
    assert spans(task) == [("car", 2, 5)]
    assert RawProposals.objects.get(use=use, task=task).revision == 1


def test_what_people_call_otherwise_is_proposed_as_they_call_it():
    project = make_project(ontology=_two_classes())
    annotator = make_access(project).user
    for number in range(12):
        task = make_task(project, f"{number:02} a car")
        region = {"id": "r", "label": "mention", "class": "wheels",
                  "geometry": {"start": 5, "end": 8}}  # fmt: skip
        make_annotation(task, annotator, regions=[region], answers={})
    left = make_task(project, "99 a car")
    use = switched_on(project)  # learns from the answers that are there
    assert spans(left) == [("wheels", 5, 8)]
    use.refresh_from_db()
    assert (use.wrap["accepted"], use.wrap["decisions"]) == (0, 12)
    assert Prediction.objects.get(task=left).score > 0.8  # 0.6 before anybody took it


def test_what_people_never_take_is_shown_no_more():
    project = make_project()
    annotator = make_access(project).user
    for number in range(20):
        make_annotation(
            make_task(project, f"{number:02} a car"), annotator, answers={"mood": "pos"}
        )
    left = make_task(project, "99 a car")
    switched_on(project, least=0.3)
    assert spans(left) == []


def test_tasks_imported_later_are_answered_too_and_held_out_ones_never():
    project = make_project()
    switched_on(project)
    held = make_task(project, "a car", is_holdout=True)
    later = make_task(project, "a car")
    enqueue_prelabeling(project=project)
    assert spans(later) == [("car", 2, 5)]
    assert spans(held) == []


def test_an_audit_is_handed_out_without_what_it_proposed():
    project = make_project()
    task = make_task(project, "a car")
    switched_on(project)
    hand_out_blind(project=project, task_ids=[task.pk], rng=np.random.default_rng(1))
    assert spans(task) == []
    assert _fresh(task).prediction_count == 0


def test_what_cannot_be_mapped_or_is_not_there_is_refused_with_its_place():
    project = make_project()
    with pytest.raises(BadInput) as error:
        switched_on(project, places=[{"label": "mention", "classes": {"car": "cow"}}])
    assert error.value.errors[0]["pointer"] == "/places/0/classes/car"
    with pytest.raises(BadInput):
        switched_on(project, options={"nothing": 1})
    with pytest.raises(Conflict) as conflict:
        switched_on(project, places=[{"label": "mention", "classes": {}}])
    assert conflict.value.code == "nothing_mapped"
    assert not PrelabelerUse.objects.filter(is_on=True).exists()


def _fresh(task):
    return type(task).objects.get(pk=task.pk)


def _two_classes():
    return {
        "fields": {"text": {"type": "text"}},
        "labels": [
            {"id": "mention", "on": "text", "kind": "span",
             "classes": [{"id": "car"}, {"id": "wheels"}]},
        ],
    }  # fmt: skip
