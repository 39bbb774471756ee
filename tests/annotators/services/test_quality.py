"""Judging a project from its stored annotations."""

import pytest

from annotators.models import Consensus, QualityReport
from annotators.services.quality import refresh_quality
from labeling.models import Role
from tests.factories.facts import make_annotation, make_member, make_project, make_task

pytestmark = pytest.mark.django_db
CAR = {"id": "r1", "label": "mention", "on": "text", "class": "car", "origin": {"kind": "human"}}


@pytest.fixture
def project():
    return make_project(settings={"overlap": 3, "allow_empty": True})


@pytest.fixture
def people(project):
    return [make_member(project, Role.ANNOTATOR) for _ in range(3)]


def answer(project, people, table):
    """One row a task, one letter an annotator: p, n or . for none."""
    moods = {"p": "pos", "n": "neg"}
    for row in table.split():
        task = make_task(project)
        for person, letter in zip(people, row, strict=True):
            if letter != ".":
                make_annotation(task, person, mood=moods[letter])


def label_row(project, label):
    report = QualityReport.objects.get(project=project)
    return next(row for row in report.labels if row["label"] == label)


def test_consensus_takes_what_most_say_and_flags_ties(project, people):
    answer(project, people, "ppp ppp nnn nnn ppn pn.")
    refresh_quality(project=project)
    found = list(Consensus.objects.order_by("task").values_list("value", "n_votes"))
    assert found[:5] == [("pos", 3), ("pos", 3), ("neg", 3), ("neg", 3), ("pos", 3)]
    assert all(0 <= row.confidence <= 1 for row in Consensus.objects.all())


def test_alpha_falls_with_disagreement(project, people):
    answer(project, people, "ppp nnn ppp nnn")
    refresh_quality(project=project)
    assert label_row(project, "mood")["value"] == 1.0
    answer(project, people, "pnp npp")
    refresh_quality(project=project)
    row = label_row(project, "mood")
    assert row["value"] < 0.9
    assert row["tasks"] == 6


def test_one_opinion_a_task_gives_a_reason_instead_of_a_number(project, people):
    answer(project, people, "p.. n..")
    refresh_quality(project=project)
    row = label_row(project, "mood")
    assert (row["value"], row["reason"]) == (None, "one_annotator")


def test_a_second_refresh_replaces_and_does_not_pile_up(project, people):
    answer(project, people, "ppp nnn")
    refresh_quality(project=project)
    refresh_quality(project=project)
    assert Consensus.objects.count() == 2
    assert QualityReport.objects.count() == 1


def test_pairs_of_annotators_are_compared(project, people):
    answer(project, people, "ppn nnp ppp nnn")
    refresh_quality(project=project)
    pairs = {
        (pair["a"], pair["b"]): pair["value"]
        for pair in QualityReport.objects.get().pairs
        if pair["label"] == "mood"
    }
    first, second, third = (person.pk for person in people)
    assert pairs[first, second] == 1.0
    assert pairs[first, third] == pytest.approx(0.0)


def test_spans_are_judged_by_exact_f1(project, people):
    task = make_task(project, "a red car and a blue car")
    same, other = {"start": 6, "end": 9}, {"start": 21, "end": 24}
    make_annotation(task, people[0], regions=[{**CAR, "geometry": same}], answers={})
    make_annotation(task, people[1], regions=[{**CAR, "geometry": same}], answers={})
    make_annotation(task, people[2], regions=[{**CAR, "geometry": other}], answers={})
    refresh_quality(project=project)
    assert label_row(project, "mention")["value"] == pytest.approx(1 / 3)
    assert label_row(project, "mention")["metric"] == "span_f1"


def test_a_project_without_answers_has_an_empty_report(project):
    refresh_quality(project=project)
    assert Consensus.objects.count() == 0
    assert QualityReport.objects.get().annotators == {}


@pytest.mark.django_db(transaction=True)
def test_a_tasks_agreement_is_written_as_the_second_answer_arrives(project, people):
    task = make_task(project)
    make_annotation(task, people[0], mood="pos")
    task.refresh_from_db()
    assert task.agreement is None
    make_annotation(task, people[1], mood="pos")
    task.refresh_from_db()
    assert task.agreement == 1.0
    make_annotation(task, people[2], mood="neg")
    task.refresh_from_db()
    assert task.agreement == pytest.approx(1 / 3)
