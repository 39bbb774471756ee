"""Accepting: what is written, what stays with people, and how it is taken back."""

import pytest

from active_learning.models import Acceptance, AcceptanceLook, AcceptanceState
from active_learning.selectors.labelled import labelled_tasks, new_labels
from active_learning.selectors.learning_page import learning_page
from active_learning.selectors.replays import replay_page
from active_learning.selectors.target import learning_target
from active_learning.services.accept_labels import accept_labels
from active_learning.services.acceptance_looks import (
    accept_when_due,
    look_at_audits,
    request_acceptance,
)
from active_learning.services.acceptance_policy import state_policy
from active_learning.services.audit_acceptances import review_audits, watch_acceptances
from active_learning.services.undo_acceptance import end_acceptance, withdraw_outdated
from labeling.kernel.errors import Conflict
from labeling.models import Annotation, Prediction, Project, Task
from labeling.services.export_rows import export_tasks
from labeling.services.ontologies import store_ontology
from labeling.services.overlap import change_overlap
from labeling.services.skip_task import skip_task
from tests.factories.acceptance import ONTOLOGY, other, says, sure_project, with_model
from tests.factories.facts import make_access, make_annotation, make_project

pytestmark = pytest.mark.django_db


class Run:
    """A job's record that goes nowhere."""

    job_id: int | None = None

    def progress(self, done: int, total: int | None = None, message: str = "") -> None: ...


def bounded(project: Project, **changes: object) -> None:
    bound = {"alpha": 0.05, "delta": 0.1, "audit_share": 0.1} | changes
    state_policy(access=make_access(project), changes=bound)


def accepted(project: Project) -> Acceptance:
    found = accept_labels(project=project, user_id=None, run=Run())
    assert found is not None
    found.refresh_from_db()
    return found


def answered(acceptance: Acceptance, count: int, *, wrong: int = 0) -> None:
    """People answer audits, the first of them otherwise than the model."""
    access = make_access(acceptance.project)
    audits = acceptance.tasks.filter(is_audit=True, task__annotation_count=0).select_related("task")
    for n, audit in enumerate(audits.order_by("pk")[:count]):
        audit.task.project = acceptance.project
        said = says(audit.task)
        make_annotation(
            audit.task, access.user, answers={"topic": other(said) if n < wrong else said}
        )


def test_sure_labels_are_accepted_and_a_share_is_kept_for_people() -> None:
    project = sure_project()
    bounded(project)
    done = accepted(project)
    assert done.state == AcceptanceState.ACTIVE
    assert (done.accepted, done.audits) == (270, 30)
    rows = Annotation.objects.filter(project=project, origin="accepted").select_related("task")
    assert rows.count() == 270
    assert all(row.answers == {"topic": says(row.task)} for row in rows)
    assert {row.annotator.username for row in rows} == {"penumbra.model"}
    task = rows[0].task
    assert (task.state, task.open_places, task.annotation_count) == ("accepted", 0, 1)
    assert project.tasks.filter(labels__value="a").count() > 100


def test_accepted_tasks_leave_the_queue_and_audits_lead_it_without_a_hint() -> None:
    project = sure_project()
    bounded(project)
    done = accepted(project)
    audits = set(done.tasks.filter(is_audit=True).values_list("task_id", flat=True))
    left = set(project.tasks.filter(wants_labels=1).values_list("pk", flat=True))
    assert left == audits
    for task in project.tasks.filter(pk__in=audits):
        assert (task.predicted, task.score, task.prediction_count, task.why) == (
            None,
            None,
            0,
            None,
        )
        assert 0.9 <= task.priority <= 1.0


def test_predictions_that_a_client_brought_outlive_an_audit() -> None:
    project = sure_project()
    bounded(project)
    tasks = project.tasks.filter(annotation_count=0, is_holdout=False)
    Prediction.objects.bulk_create(
        Prediction(task=task, model_version="theirs", answers={"topic": "a"}) for task in tasks
    )
    audit = accepted(project).tasks.filter(is_audit=True).select_related("task")[0].task
    assert audit.predictions.get().model_version == "theirs"
    assert (audit.prediction_count, audit.predicted) == (1, None)


def test_nothing_that_a_person_touched_is_accepted() -> None:
    project = sure_project()
    bounded(project, alpha=0.2)
    access = make_access(project)
    answered_one, skipped, drafted, left = project.tasks.filter(
        annotation_count=0, is_holdout=False
    ).order_by("pk")[:4]
    for task in (answered_one, skipped):
        task.project = project
    make_annotation(answered_one, access.user, answers={"topic": "b"})
    skip_task(access=access, task=skipped, reason="unclear")
    drafted.drafts.create(user=access.user, answers={"topic": "a"})
    accepted(project)
    for task in (answered_one, skipped, drafted):
        assert not task.annotations.filter(origin="accepted").exists()
    assert left.pk


def test_overlap_does_not_reopen_an_accepted_task() -> None:
    project = sure_project(open_tasks=200)
    bounded(project)
    accepted(project)
    task = project.tasks.filter(state="accepted").first()
    assert task is not None
    change_overlap(project=project, task_ids=[task.pk], overlap=3)
    task.refresh_from_db()
    assert (task.state, task.open_places) == ("accepted", 0)


def test_too_few_audit_labels_accept_nothing() -> None:
    project = sure_project(held=20)
    bounded(project)
    assert accept_labels(project=project, user_id=None, run=Run()) is None
    assert Annotation.objects.filter(origin="accepted").count() == 0


def test_wrong_audit_labels_accept_nothing() -> None:
    project = sure_project(wrong=12)
    bounded(project)
    assert accept_labels(project=project, user_id=None, run=Run()) is None


def test_accepted_labels_teach_nothing_and_make_no_round_due() -> None:
    project = sure_project()
    bounded(project)
    target = learning_target(project)
    assert target is not None
    before, newest = len(labelled_tasks(project, target)), new_labels(project, 0)
    accepted(project)
    assert len(labelled_tasks(project, target)) == before
    assert new_labels(project, 0) == newest


def test_accepted_labels_are_not_counted_as_labels_of_people() -> None:
    project = sure_project()
    before = learning_page(make_access(project)), replay_page(project)
    bounded(project)
    accepted(project)
    after = learning_page(make_access(project)), replay_page(project)
    for name in ("labels", "holdout", "balance"):
        assert after[0][name] == before[0][name]
    assert after[1]["labels"] == before[1]["labels"] > 0


def test_exports_name_the_model_as_origin() -> None:
    project = sure_project()
    bounded(project)
    accepted(project)
    for source in ("annotations", "consensus"):
        rows = [
            task for chunk in export_tasks(project, project.tasks.all(), source) for task in chunk
        ]
        by_model = [a for task in rows for a in task.annotations if a.origin == "model"]
        assert len(by_model) == 270
        assert {entry.annotator for entry in by_model} == {"penumbra.model"}


def test_undo_returns_everything_but_what_people_made_theirs() -> None:
    project = sure_project()
    bounded(project)
    done = accepted(project)
    mine = Annotation.objects.filter(origin="accepted").first()
    assert mine is not None
    Annotation.objects.filter(pk=mine.pk).update(revision=2, answers={"topic": "b"})
    people = Annotation.objects.filter(project=project, origin="human").count()
    assert end_acceptance(acceptance=done, reason="person", user_id=None) == 269
    done.refresh_from_db()
    assert (done.state, done.reason) == (AcceptanceState.UNDONE, "person")
    assert list(Annotation.objects.filter(origin="accepted")) == [mine]
    assert Annotation.objects.filter(project=project, origin="human").count() == people
    assert project.tasks.filter(wants_labels=1).count() == 299
    assert not project.tasks.filter(wants_labels=1, labels__isnull=False).exists()
    assert end_acceptance(acceptance=done, reason="person", user_id=None) == 0


def test_the_same_labels_are_looked_at_once_and_new_ones_cost_a_smaller_share() -> None:
    project = sure_project()
    bounded(project)
    first = look_at_audits(project=project, user_id=None)
    assert look_at_audits(project=project, user_id=None) == first
    assert first.level == pytest.approx(0.05)
    held = project.tasks.filter(is_holdout=True).first()
    assert held is not None
    held.annotations.all().delete()
    second = look_at_audits(project=project, user_id=None)
    assert (second.number, second.sample) == (2, 119)
    assert second.level == pytest.approx(0.1 / 6)


def test_labels_withdrawn_since_the_look_must_be_looked_at_again() -> None:
    project = sure_project()
    bounded(project)
    look_at_audits(project=project, user_id=None)
    held = project.tasks.filter(is_holdout=True).first()
    assert held is not None
    held.annotations.all().delete()
    with pytest.raises(Conflict, match="Look again"):
        request_acceptance(project=project, user_id=make_access(project).user.pk)


def test_a_hold_out_task_that_people_only_passed_by_counts_as_wrong() -> None:
    project = sure_project()
    bounded(project)
    access = make_access(project)
    held = project.tasks.filter(is_holdout=True).first()
    assert held is not None
    held.annotations.all().delete()
    Task.objects.filter(pk=held.pk).update(annotation_count=0, open_places=1, state="open")
    held.refresh_from_db()
    held.project = project
    skip_task(access=access, task=held, reason="cannot tell")
    look = look_at_audits(project=project, user_id=None)
    assert (look.sample, look.wrong) == (120, 1)


@pytest.mark.slow
def test_right_audits_confirm_and_wrong_ones_widen_then_withdraw() -> None:
    project = sure_project()
    bounded(project)
    done = accepted(project)
    answered(done, 10)
    assert review_audits(acceptance=done) == "sound"
    assert (done.audited, done.wrong) == (10, 0)
    assert done.upper is not None
    assert done.upper < 1
    answered(done, 4, wrong=3)
    assert review_audits(acceptance=done) == "widen"
    assert done.is_widened
    assert done.accepted + done.audits == 300  # as many audits again, out of what was accepted
    assert (done.audited, done.audits) == (14, 2 * 30)
    assert project.tasks.filter(wants_labels=1).count() == done.audits - 14
    answered(done, 8, wrong=8)
    watch_acceptances()
    done.refresh_from_db()
    assert (done.state, done.reason) == (AcceptanceState.WITHDRAWN, "drift")
    assert Annotation.objects.filter(origin="accepted").count() == 0


def test_a_class_of_its_own_is_certified_by_its_own_labels() -> None:
    project = sure_project(held=60, open_tasks=200)
    bounded(project, by_class=True)
    assert accept_labels(project=project, user_id=None, run=Run()) is None
    bounded(project, by_class=True, alpha=0.2)
    done = accepted(project)
    assert {step["group"] for step in done.look.steps if step["is_certified"]} == {0, 1}


@pytest.mark.slow
def test_another_ontology_refuses_and_withdraws() -> None:
    project = sure_project()
    bounded(project)
    done = accepted(project)
    label = ONTOLOGY["labels"][0]
    document = ONTOLOGY | {"labels": [label | {"classes": [*label["classes"], {"id": "c"}]}]}
    store_ontology(project=project, document=document, actor_id=None)
    project.save()
    with pytest.raises(Conflict, match="Train first"):
        look_at_audits(project=project, user_id=None)
    withdraw_outdated(project=project)
    done.refresh_from_db()
    assert (done.state, done.reason) == (AcceptanceState.WITHDRAWN, "ontology")


def test_a_new_text_for_people_withdraws_nothing() -> None:
    project = sure_project()
    bounded(project)
    done = accepted(project)
    label = ONTOLOGY["labels"][0]
    document = ONTOLOGY | {"labels": [label | {"title": "What is it about?"}]}
    store_ontology(project=project, document=document, actor_id=None)
    project.save()
    withdraw_outdated(project=project)
    done.refresh_from_db()
    assert done.state == AcceptanceState.ACTIVE


def test_an_acceptance_that_is_stopped_leaves_nothing_behind() -> None:
    project = sure_project()
    bounded(project)

    class Stopped(Run):
        def progress(self, done: int, total: int | None = None, message: str = "") -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        accept_labels(project=project, user_id=None, run=Stopped())
    assert Annotation.objects.filter(origin="accepted").count() == 0
    assert Acceptance.objects.get().state == AcceptanceState.WITHDRAWN


def test_rounds_accept_by_themselves_only_when_told_and_only_with_enough_new_labels() -> None:
    project = sure_project()
    bounded(project)
    assert accept_when_due(project=project) is None
    bounded(project, is_on=True)
    assert accept_when_due(project=project) is not None
    assert Acceptance.objects.get(project=project).accepted == 270
    assert accept_when_due(project=project) is None
    assert AcceptanceLook.objects.filter(project=project).count() == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"labels": [ONTOLOGY["labels"][0], {"id": "note", "on": "text", "kind": "textarea"}]},
         "other_labels"),
        ({"labels": [{"id": "n", "on": "text", "kind": "textarea"}]}, "kind"),
        ({}, "no_model"),
    ],
)  # fmt: skip
def test_where_nothing_can_be_accepted_the_reason_is_named(change: dict, code: str) -> None:
    project = make_project(ontology=ONTOLOGY | change)
    with pytest.raises(Conflict) as refused:
        look_at_audits(project=project, user_id=None)
    assert refused.value.code == code


def test_no_hold_out_answered_yet_spends_no_look() -> None:
    project = sure_project(held=0)
    with pytest.raises(Conflict) as refused:
        look_at_audits(project=project, user_id=None)
    assert refused.value.code == "no_audit_labels"
    assert AcceptanceLook.objects.count() == 0


def test_one_class_only_is_judged_like_any_other() -> None:
    project = make_project(ontology=ONTOLOGY)
    Task.objects.bulk_create(
        Task(project=project, data={"text": f"{n}"}, is_holdout=n < 100) for n in range(300)
    )
    access = make_access(project)
    held = list(project.tasks.filter(is_holdout=True))
    for task in held:
        task.project = project
        make_annotation(task, access.user, answers={"topic": "a"})
    with_model(project, held, [])
    bounded(project)
    # The model names "b" for every other task, and people only know "a".
    look = look_at_audits(project=project, user_id=None)
    assert look.wrong == 50
    assert look.accepts == 0
