"""Facts about people and tasks, out of stored answers."""

import pytest

from annotators.models import AnnotatorFacts, QualityReport, TaskFacts
from annotators.services.facts.refresh import refresh_facts
from annotators.services.quality import refresh_quality
from labeling.models import Annotation, AnnotationRevision, Gold, PrelabelDraw, Role, Verdict
from labeling.policies import Access
from labeling.services.drafts import AnswerContent
from labeling.services.revise_annotation import review_annotation
from tests.factories.facts import (
    make_annotation,
    make_member,
    make_prediction,
    make_project,
    make_task,
)

pytestmark = pytest.mark.django_db
SPANS = {
    "fields": {"text": {"type": "text"}},
    "labels": [{"id": "mention", "on": "text", "kind": "span", "classes": [{"id": "car"}]}],
}
MOODS = ("pos", "neg", "neutral")


@pytest.fixture
def project():
    return make_project(settings={"overlap": 4, "allow_empty": True})


def refresh(project):
    refresh_quality(project=project)
    refresh_facts(project=project)


def facts_of(person):
    return AnnotatorFacts.objects.get(user=person)


def crowd(project, said_of, *, people=4, tasks=40):
    """Let people answer; `said_of(person, task, truth)` says what."""
    team = [make_member(project) for _ in range(people)]
    for number in range(tasks):
        truth = MOODS[number % 3]
        task = make_task(project, f"text {number}")
        for at, person in enumerate(team):
            if (mood := said_of(at, number, truth)) is not None:
                make_annotation(task, person, mood=mood)
    return team


def wrong(truth):
    return MOODS[(MOODS.index(truth) + 1) % 3]


def test_people_who_meet_are_told_apart_with_intervals(project):
    team = crowd(project, lambda who, n, truth: wrong(truth) if who == 3 and n % 2 else truth)
    refresh(project)
    good, bad = facts_of(team[0]), facts_of(team[3])
    assert good.low > 0.8
    assert bad.high < 0.75
    assert bad.low <= bad.accuracy <= bad.high
    assert good.judged == 40
    assert good.detail["sources"] == {"consensus": 40}
    mood = next(one for one in bad.detail["labels"] if one["label"] == "mood")
    assert {one["class"] for one in mood["classes"]} == set(MOODS)
    assert len(bad.detail["mistakes"]) == 20
    assert bad.detail["mistakes"][0]["said"] != bad.detail["mistakes"][0]["truth"]


def test_one_annotator_alone_is_not_judged_and_nothing_is_promised(project):
    (person,) = crowd(project, lambda *facts: facts[2], people=1)
    refresh(project)
    row = facts_of(person)
    assert (row.accuracy, row.judged, row.detail["mistakes"]) == (None, 0, [])
    assert TaskFacts.objects.filter(difficulty__isnull=False).count() == 0
    assert QualityReport.objects.get().forecast["reason"] == "too_little"
    assert QualityReport.objects.get().hotspots == []


def test_two_people_who_never_share_a_task_are_not_judged(project):
    team = crowd(project, lambda who, n, truth: truth if n % 2 == who else None, people=2)
    refresh(project)
    assert [facts_of(person).accuracy for person in team] == [None, None]


def test_a_single_vote_and_a_tie_upset_nothing(project):
    team = crowd(project, lambda who, n, truth: ("pos", "neg")[who], people=2, tasks=1)
    make_annotation(make_task(project), team[0], mood="neutral")
    refresh(project)
    assert TaskFacts.objects.count() == 2
    assert all(0 <= row.expected_error <= 1 for row in TaskFacts.objects.all())


def test_gold_judges_who_answers_alone(project):
    (person,) = crowd(project, lambda who, n, truth: wrong(truth) if n < 4 else truth, people=1)
    for number, task in enumerate(project.tasks.order_by("pk")):
        Gold.objects.create(task=task, answers={"mood": MOODS[number % 3]})
    refresh(project)
    row = facts_of(person)
    assert row.accuracy == pytest.approx(0.9, abs=0.05)  # a prior pulls it a little
    assert row.low < 0.9 < row.high
    assert row.detail["sources"] == {"gold": 40}
    assert {one["source"] for one in row.detail["mistakes"]} == {"gold"}


def test_a_mended_answer_counts_by_what_the_person_had_said(project):
    team = crowd(project, lambda who, n, truth: wrong(truth) if n < 10 else truth, people=1)
    reviewer = make_member(project, Role.REVIEWER)
    access = Access(reviewer, project, Role.REVIEWER)
    for number, annotation in enumerate(Annotation.objects.order_by("pk")[:20]):
        right = AnswerContent([], [], {"mood": MOODS[number % 3]})
        review_annotation(
            access=access,
            annotation=annotation,
            verdict=Verdict.FIX if number < 10 else Verdict.ACCEPT,
            comment="",
            content=right if number < 10 else None,
        )
    assert AnnotationRevision.objects.filter(before__isnull=False).count() == 10
    refresh(project)
    row = facts_of(team[0])
    assert row.accuracy == pytest.approx(0.5, abs=0.06)
    assert row.detail["sources"]["review"] == 20
    assert all(one["said"] != one["truth"] for one in row.detail["mistakes"])


def test_tasks_in_doubt_come_first_and_hard_ones_are_known(project):
    def said(who, number, truth):
        return truth if number else (truth, wrong(truth))[who % 2]

    crowd(project, said)
    refresh(project)
    first = project.tasks.order_by("pk").first()
    worst = TaskFacts.objects.order_by("-expected_error").first()
    assert worst.task_id == first.pk
    assert worst.split == pytest.approx(2 / 3, abs=0.4)
    assert TaskFacts.objects.order_by("-difficulty").first().task_id == first.pk


def test_the_model_raises_doubt_where_it_speaks_against_an_answer(project):
    (person,) = crowd(project, lambda *facts: "pos", people=1, tasks=2)
    against, with_it = project.tasks.order_by("pk")
    for task, share in ((against, 0.02), (with_it, 0.97)):
        odds = {"pos": share, "neg": 1 - share - 0.01, "neutral": 0.01}
        make_prediction(task, probabilities={"mood": odds}, answers={})
    refresh(project)
    errors = dict(TaskFacts.objects.values_list("task", "expected_error"))
    assert errors[against.pk] > errors[with_it.pk]
    assert facts_of(person).accuracy is None


def test_leaving_empty_what_is_empty_is_right_and_not_missing():
    project = make_project(settings={"overlap": 3, "allow_empty": True}, ontology=SPANS)
    team = [make_member(project) for _ in range(3)]
    region = {
        "id": "r1", "label": "mention", "on": "text", "class": "car",
        "geometry": {"start": 0, "end": 3}, "origin": {"kind": "human"},
    }  # fmt: skip
    for number in range(12):
        task = make_task(project, "car and more")
        Gold.objects.create(task=task, answers={})
        for at, person in enumerate(team):
            marks = [region] if at == 2 and number % 2 else []
            make_annotation(task, person, answers={}, regions=marks)
    refresh(project)
    quiet, eager = facts_of(team[0]), facts_of(team[2])
    assert (quiet.judged, eager.judged) == (12, 12)
    assert quiet.accuracy > 0.9
    assert eager.accuracy == pytest.approx(0.5, abs=0.1)


def test_people_and_tasks_without_answers_lose_their_rows(project):
    (person,) = crowd(project, lambda *facts: "pos", people=1, tasks=2)
    refresh(project)
    Annotation.objects.all().delete()
    refresh(project)
    assert not AnnotatorFacts.objects.filter(user=person).exists()
    assert TaskFacts.objects.count() == 0


def test_the_forecast_tells_opinions_and_hours(project):
    crowd(project, lambda who, n, truth: wrong(truth) if (who + n) % 6 == 0 else truth)
    Annotation.objects.update(lead_time=12)
    make_task(project)
    refresh(project)
    forecast = QualityReport.objects.get().forecast
    assert (forecast["label"], forecast["tasks"], forecast["answered"]) == ("mood", 41, 40)
    last = forecast["targets"][-1]
    assert last["opinions"]["low"] <= last["opinions"]["value"] <= last["opinions"]["high"]


def test_marks_are_forecast_by_how_far_they_agree():
    project = make_project(settings={"overlap": 3}, ontology=SPANS)
    team = [make_member(project) for _ in range(3)]
    for number in range(15):
        task = make_task(project, "car and more")
        for at, person in enumerate(team):
            end = 3 if at or number % 3 else 2
            mark = {
                "id": "r1", "label": "mention", "on": "text", "class": "car",
                "geometry": {"start": 0, "end": end}, "origin": {"kind": "human"},
            }  # fmt: skip
            make_annotation(task, person, answers={}, regions=[mark])
    make_task(project)
    refresh(project)
    forecast = QualityReport.objects.get().forecast
    assert (forecast["label"], forecast["tasks"], forecast["answered"]) == ("mention", 16, 15)
    needed = [one["opinions"] and one["opinions"]["value"] for one in forecast["targets"]]
    assert needed[0] is not None
    assert needed[-1] is None or needed[-1] >= needed[0]


def test_lots_tell_who_saw_a_wrong_pre_label_and_who_did_not(project):
    """Everybody follows what they saw; who did not see it says what is true."""
    team = [make_member(project) for _ in range(3)]
    for number in range(60):
        truth = MOODS[number % 3]
        task = make_task(project, f"text {number}")
        Gold.objects.create(task=task, answers={"mood": truth})
        odds = {"pos": 0.1, "neg": 0.1, "neutral": 0.1} | {wrong(truth): 0.8}
        make_prediction(task, probabilities={"mood": odds}, answers={"mood": wrong(truth)})
        for person in team:
            hidden = number % 2 == 1
            said = truth if hidden or number % 6 == 0 else wrong(truth)
            PrelabelDraw.objects.create(
                project=project,
                task=task,
                user=person,
                is_hidden=hidden,
                share=0.5,
                said={"mood": wrong(truth)},
            )
            make_annotation(task, person, mood=said)
    refresh(project)
    pull = facts_of(team[0]).detail["anchoring"]
    assert pull["shown"]["value"] > 0.5
    assert pull["hidden"]["value"] < 0.1
    assert pull["pull"]["low"] > 0.3
