"""Planted label errors are found, decided, undone; void ones vanish."""

import pytest
from django.db import transaction

from active_learning.models import FindingState, LabelErrorSearch, LabelFinding
from active_learning.selectors.findings import finding_page, findings_summary, show_findings
from active_learning.services.decide_findings import keep_label, take_suggestion, undo_decision
from active_learning.services.find_label_errors import SearchOrder, find_label_errors
from active_learning.services.request_search import request_search
from labeling.kernel.errors import Conflict, NotAllowed
from labeling.kernel.jobs import JobCancelled, JobFailed
from labeling.models import AnnotationState, Prediction, Project, Role, Task, Verdict
from labeling.services.drafts import AnswerContent
from labeling.services.ontologies import store_ontology
from labeling.services.revise_annotation import (
    delete_annotation,
    review_annotation,
    revise_annotation,
)
from tests.factories.facts import (
    make_access,
    make_annotation,
    make_asset,
    make_project,
    make_task,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ANIMALS = ["cat", "dog", "horse", "cow", "rabbit", "goat", "sheep", "lion", "wolf", "bear"]
FOODS = ["bread", "soup", "cheese", "apple", "rice", "cake", "salad", "pizza", "pasta", "egg"]
CLASSES = [{"id": "animal"}, {"id": "food"}, {"id": "other"}]
TEXT = {"fields": {"text": {"type": "text"}}}
LABELS = {
    "choice": {"id": "topic", "on": "text", "kind": "choice", "classes": CLASSES},
    "multichoice": {"id": "topic", "on": "text", "kind": "multichoice", "classes": CLASSES},
    "span": {"id": "topic", "on": "text", "kind": "span", "classes": CLASSES},
}


def truth(task: Task) -> str:
    return "animal" if task.data["text"].split()[-1] in ANIMALS else "food"


def content(task: Task, kind: str, name: str) -> dict[str, object]:
    """Return an answer of a kind that says ``name``."""
    if kind == "span":
        text = task.data["text"]
        place = {"start": text.rindex(" ") + 1, "end": len(text)}
        region = {"id": "r1", "label": "topic", "class": name, "geometry": place}
        return {"regions": [region], "answers": {}}
    return {"answers": {"topic": [name] if kind == "multichoice" else name}}


def topics(kind: str = "choice", wrong: tuple[str, ...] = ("I see a cat", "I see a soup")):
    """A project of 80 labelled texts, some of them wrong, and who labelled them."""
    project = make_project(ontology=TEXT | {"labels": [LABELS[kind]]})
    access = make_access(project)
    for verb in ("I see a", "Here is the", "They like this", "We want one"):
        for word in (*ANIMALS, *FOODS):
            task = make_task(project, f"{verb} {word}")
            is_wrong = task.data["text"] in wrong
            name = truth(task)
            if is_wrong:
                name = "food" if name == "animal" else "animal"
            make_annotation(task, access.user, **content(task, kind, name))
    return project, access


def search(project: Project) -> list[LabelFinding]:
    find_label_errors(project=project, order=SearchOrder())
    return list(LabelFinding.objects.filter(project=project, state=FindingState.OPEN))


def texts(findings: list[LabelFinding]) -> set[str]:
    return {finding.task.data["text"] for finding in findings}


@pytest.fixture
def found():
    project, annotator = topics()
    reviewer = make_access(project, Role.REVIEWER)
    findings = search(project)
    finding = next(f for f in findings if f.task.data["text"] == "I see a cat")
    return project, annotator, reviewer, finding


def test_planted_errors_come_first_with_what_they_should_be():
    project, _ = topics()
    findings = search(project)
    assert texts(findings[:2]) == {"I see a cat", "I see a soup"}
    cat = next(f for f in findings if f.task.data["text"] == "I see a cat")
    assert (cat.kind, cat.given, cat.suggested) == ("class", "food", "animal")
    assert cat.probability > 0.5 > cat.own_probability
    done = LabelErrorSearch.objects.get()
    assert (done.annotations, done.found, done.source) == (80, len(findings), "cross_fitting")
    assert len(findings) <= 6


@pytest.mark.parametrize("kind", ["multichoice", "span"])
def test_other_kinds_of_answers_are_searched_too(kind):
    project, _ = topics(kind)
    findings = search(project)
    assert {"I see a cat", "I see a soup"} <= texts(findings)
    cat = [f for f in findings if f.task.data["text"] == "I see a cat"]
    expected = {
        "multichoice": {("spurious", "food", ""), ("missing", "", "animal")},
        "span": {("class", "food", "animal")},
    }
    assert {(f.kind, f.given, f.suggested) for f in cat} <= expected[kind]


def test_a_span_is_mended_where_it_is():
    project, _ = topics("span")
    reviewer = make_access(project, Role.REVIEWER)
    cat = next(f for f in search(project) if f.task.data["text"] == "I see a cat")
    take_suggestion(access=reviewer, finding=cat)
    cat.annotation.refresh_from_db()
    region = cat.annotation.regions[0]
    assert (region["id"], region["class"], region["text"]) == ("r1", "animal", "cat")


def test_boxes_are_searched_with_the_predictions_that_are_there():
    ontology = {
        "fields": {"photo": {"type": "image"}, "note": {"type": "text"}},
        "labels": [
            {"id": "object", "on": "photo", "kind": "rotated_box", "classes": ["car", "cat"]}
        ],
    }
    project = make_project(ontology=ontology)
    access = make_access(project)
    box = {"cx": 8, "cy": 7, "width": 10, "height": 8, "angle": 0}
    for number in range(25):
        task = make_task(project, data={"photo": {"asset": str(make_asset(project).pk)}})
        name = "cat" if number == 7 else "car"
        mark = {"id": "b", "label": "object", "class": name, "geometry": box}
        make_annotation(task, access.user, regions=[mark], answers={})
        Prediction.objects.create(
            task=task, model_version="m1", score=0.9, regions=[mark | {"class": "car"}]
        )
    Project.objects.filter(pk=project.pk).update(model_version="m1")
    project.refresh_from_db()
    findings = search(project)
    assert [(f.kind, f.given, f.suggested) for f in findings] == [("class", "cat", "car")]
    assert LabelErrorSearch.objects.get().source == "predictions"


def test_taking_the_suggestion_is_a_fix_with_history_and_undo(found):
    _, _, reviewer, finding = found
    annotation = finding.annotation
    take_suggestion(access=reviewer, finding=finding)
    annotation.refresh_from_db()
    assert (annotation.answers, annotation.state) == ({"topic": "animal"}, "fixed")
    assert annotation.reviews.get().verdict == Verdict.FIX
    assert finding.state == FindingState.FIXED
    undo_decision(access=reviewer, finding=finding)
    annotation.refresh_from_db()
    assert (annotation.answers, annotation.state) == ({"topic": "food"}, "submitted")
    assert annotation.reviews.count() == 0
    assert [edit.after["answers"]["topic"] for edit in annotation.history.order_by("revision")] == [
        "food", "animal", "food",
    ]  # fmt: skip
    finding.refresh_from_db()
    assert (finding.state, finding.revision) == (FindingState.OPEN, 3)
    take_suggestion(access=reviewer, finding=finding)


def test_ones_own_label_is_mended_as_an_edit(found):
    _, annotator, _, finding = found
    take_suggestion(access=annotator, finding=finding)
    finding.annotation.refresh_from_db()
    assert finding.annotation.state == AnnotationState.SUBMITTED
    assert finding.annotation.answers == {"topic": "animal"}
    undo_decision(access=annotator, finding=finding)
    finding.annotation.refresh_from_db()
    assert finding.annotation.answers == {"topic": "food"}


def test_a_label_that_was_kept_is_not_doubted_again(found):
    project, _, reviewer, finding = found
    keep_label(access=reviewer, finding=finding)
    assert "I see a cat" not in texts(search(project))
    summary = findings_summary(reviewer)
    assert summary["counts"]["kept"] == 1
    assert summary["precision"]["value"] == 0.0
    undo_decision(access=reviewer, finding=finding)
    assert finding.state == FindingState.OPEN


def test_nothing_is_decided_twice_and_nothing_undone_that_was_changed_since(found):
    _, _, reviewer, finding = found
    with pytest.raises(Conflict, match="Nothing was decided"):
        undo_decision(access=reviewer, finding=finding)
    take_suggestion(access=reviewer, finding=finding)
    with pytest.raises(Conflict, match="decided this already"):
        keep_label(access=reviewer, finding=finding)
    review_annotation(
        access=reviewer, annotation=finding.annotation, verdict=Verdict.FIX, comment="",
        content=AnswerContent([], [], {"topic": "other"}),
    )  # fmt: skip
    finding.annotation.refresh_from_db()
    with pytest.raises(Conflict, match="changed after this fix"):
        undo_decision(access=reviewer, finding=finding)


def test_a_person_who_may_not_review_decides_only_about_own_labels(found):
    project, _, _, finding = found
    other = make_access(project)
    with pytest.raises(NotAllowed):
        keep_label(access=other, finding=finding)
    assert finding_page(other, {}, None, 50).rows == []


@pytest.mark.django_db(transaction=True)
def test_withdrawn_and_changed_annotations_drop_their_doubts(found):
    project, annotator, _, finding = found
    soup = next(
        f for f in LabelFinding.objects.filter(project=project)
        if f.task.data["text"] == "I see a soup"
    )  # fmt: skip
    delete_annotation(access=make_access(project, Role.OWNER), annotation=finding.annotation)
    revise_annotation(
        access=annotator, annotation=soup.annotation, revision=1,
        content=AnswerContent([], [], {"topic": "food"}),
    )  # fmt: skip
    assert not texts(LabelFinding.objects.filter(project=project)) & {"I see a cat", "I see a soup"}


def test_a_changed_annotation_is_not_listed_even_before_its_doubt_is_dropped(found):
    _, _, reviewer, finding = found
    finding.annotation.revision += 1
    finding.annotation.save(update_fields=["revision"])
    assert finding.pk not in {row.pk for row in finding_page(reviewer, {}, None, 50).rows}
    with pytest.raises(Conflict, match="void"):
        keep_label(access=reviewer, finding=finding)


@pytest.mark.django_db(transaction=True)
def test_doubts_that_name_a_class_that_is_gone_are_dropped(found):
    project, _, _, finding = found
    for item in LabelFinding.objects.filter(project=project):
        item.suggested = "other" if item.pk == finding.pk else item.suggested
        item.save()
    label = LABELS["choice"] | {"classes": CLASSES[:2]}
    with transaction.atomic():
        store_ontology(project=project, document=TEXT | {"labels": [label]}, actor_id=None)
        project.save(update_fields=["ontology_number"])
    left = LabelFinding.objects.filter(project=project)
    assert left.exists()
    assert finding.pk not in {item.pk for item in left}


def test_an_ontology_that_changes_under_a_search_ends_it(found, monkeypatch):
    project, _, _, finding = found

    def tell(done, total, message):
        Project.objects.filter(pk=project.pk).update(ontology_number=9)

    with pytest.raises(JobFailed, match="ontology changed while"):
        find_label_errors(project=project, order=SearchOrder(tell=tell))
    assert LabelFinding.objects.filter(pk=finding.pk).exists()


def test_a_label_withdrawn_while_it_is_searched_is_not_doubted():
    project, _ = topics()
    gone = project.annotations.get(task__data__text="I see a cat")

    def tell(done, total, message):
        if message == "judging" and done == total:
            project.annotations.filter(pk=gone.pk).delete()

    find_label_errors(project=project, order=SearchOrder(tell=tell))
    assert "I see a cat" not in texts(LabelFinding.objects.filter(project=project))


def test_a_search_that_is_stopped_changes_nothing(found):
    project, _, _, finding = found

    def check():
        raise JobCancelled

    with pytest.raises(JobCancelled):
        find_label_errors(project=project, order=SearchOrder(check=check))
    assert LabelFinding.objects.filter(pk=finding.pk).exists()


def test_too_few_labels_and_one_class_only_are_told():
    project = make_project(ontology=TEXT | {"labels": [LABELS["choice"]]})
    access = make_access(project)
    make_annotation(make_task(project), access.user, answers={"topic": "food"})
    with pytest.raises(JobFailed, match="1 tasks are labelled; a search needs 20"):
        find_label_errors(project=project, order=SearchOrder())
    for number in range(24):
        make_annotation(make_task(project, f"dish {number}"), access.user,
                        answers={"topic": "food"})  # fmt: skip
    with pytest.raises(JobFailed, match="tell too little apart"):
        find_label_errors(project=project, order=SearchOrder())


def test_a_class_with_one_example_is_not_judged():
    project, access = topics()
    only = make_task(project, "They like this stone")
    make_annotation(only, access.user, answers={"topic": "other"})
    assert "They like this stone" not in texts(search(project))


def test_the_job_is_one_a_project_and_refused_where_there_is_nothing_to_search(found):
    project, *_ = found
    request_search(project=project, user_id=None)
    nothing = {"id": "note", "on": "text", "kind": "textarea"}
    with pytest.raises(Conflict, match="No label of this project"):
        request_search(project=make_project(ontology=TEXT | {"labels": [nothing]}), user_id=None)


def test_what_is_shown_has_what_is_needed_to_decide(found):
    _, annotator, reviewer, finding = found
    shown = show_findings(reviewer, [finding])[0].as_json()
    assert shown["data"] == {"text": "I see a cat"}
    assert (shown["given"], shown["suggested"], shown["kind"]) == ("food", "animal", "class")
    assert shown["annotator"]["username"] == annotator.user.username
    assert shown["can_decide"]
    assert shown["excerpt"] is None
