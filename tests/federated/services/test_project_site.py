"""A project as a federated site: its people's labels teach, and the shared model comes back."""

import numpy as np
import pytest

from active_learning.models import ModelVersion
from federated.aggregation import AGGREGATORS
from federated.models import SiteMembership, SiteRound
from federated.node.leaving import Door
from federated.node.node import Node
from federated.node.summing import SummingNode
from federated.privacy.secure_sum import IdentityKey
from federated.selectors.ledger import broken_line
from federated.server.rounds import RunState, run_round
from federated.server.terms import Terms
from federated.services.book_departures import MembershipBook
from federated.services.make_preview import make_preview
from federated.services.project_site import ProjectSite
from federated.services.tell_labels import COUNT_EPSILON
from federated.simulation.exchange import LocalExchange
from federated.wire.asking import Ask
from federated.wire.content import BadContent
from federated.wire.model import SharedHead
from labeling.models import Job, Project
from tests.active_learning.services.test_query_round import label, run, topics, truth

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CLASSES = ("animal", "food", "other")


def labelled_project(count: int, *, held_out: int = 6) -> Project:
    project = topics()
    run(project)
    label(project, count)
    answered = list(project.tasks.filter(annotation_count=1).order_by("pk"))[:held_out]
    project.tasks.filter(pk__in=[task.pk for task in answered]).update(is_holdout=True)
    return project


def federation(projects: dict[str, Project]) -> LocalExchange:
    identities = {name: IdentityKey.generate() for name in projects}
    keys = {name: identity.public for name, identity in identities.items()}
    rng = np.random.default_rng(1)
    nodes = {}
    for name, project in projects.items():
        membership = SiteMembership.objects.create(project=project, name=name)
        nodes[name] = Node(
            site=ProjectSite(membership.pk),
            door=Door(MembershipBook(membership.pk)),
            summing=SummingNode(name, identities[name], lambda: keys, rng),
            rng=rng,
        )
    return LocalExchange(nodes, keys)


def site_of(project: Project, **facts: object) -> ProjectSite:
    return ProjectSite(SiteMembership.objects.create(project=project, name="north", **facts).pk)


def dimensions(exchange: LocalExchange) -> int:
    return exchange.nodes["north"].site.about()[0].dimensions


def test_three_projects_teach_one_model_that_pre_labels_at_each_of_them() -> None:
    projects = {name: labelled_project(18) for name in ("north", "south", "west")}
    exchange = federation(projects)
    these = Terms("1", CLASSES, dimensions(exchange))
    state, aggregator = RunState.beginning(these), AGGREGATORS.get("fedavg")()
    for _ in range(3):
        outcome = run_round(terms=these, state=state, aggregator=aggregator, exchange=exchange)
        state = outcome.state
    assert outcome.sites == ("north", "south", "west")
    assert outcome.holdout == 18
    for project in projects.values():
        newest = ModelVersion.objects.filter(project=project).latest("number")
        assert newest.trigger == "federated"
        assert newest.accuracy is not None
        assert newest.accuracy > 0.8
        assert Job.objects.filter(project=project, name="active_learning.query_round").exists()
        membership = SiteMembership.objects.get(project=project)
        assert membership.lines.count() == 18
        assert broken_line(membership) is None


def test_no_text_name_or_label_of_a_site_is_in_what_it_sent() -> None:
    projects = {name: labelled_project(12) for name in ("north", "south", "west")}
    exchange = federation(projects)
    these = Terms("1", CLASSES, dimensions(exchange))
    run_round(
        terms=these,
        state=RunState.beginning(these),
        aggregator=AGGREGATORS.get("fedavg")(),
        exchange=exchange,
    )
    sent = b"".join(raw for answers in exchange.received.values() for raw in answers)
    assert len(sent) > 3_000
    secrets = {"animal", "food", "rabbit", "I see a"}
    for project in projects.values():
        secrets |= {task.data["text"] for task in project.tasks.all()}
        secrets |= {note.annotator.username for note in project.annotations.all()}
        secrets.add(project.name)
    for secret in secrets:
        assert secret.encode() not in sent


def test_a_project_whose_own_model_is_better_keeps_it_and_stores_the_other() -> None:
    project = labelled_project(24)
    run(project)
    own = ModelVersion.objects.get(project=project, is_active=True)
    site = site_of(project)
    # A head that always says what no task is.
    blank = SharedHead.blank(CLASSES, site.dimensions)
    site.adopt(
        blank.moved(np.eye(1, len(blank.flat), len(blank.flat) - 1)[0] * 50.0), run="7", number=1
    )
    newest = ModelVersion.objects.filter(project=project).latest("number")
    assert newest.trigger == "federated"
    assert not newest.is_active
    own.refresh_from_db()
    assert own.is_active
    (noted,) = SiteRound.objects.all()
    assert (noted.run, noted.number, noted.is_used) == ("7", 1, False)
    assert noted.own_accuracy > noted.shared_accuracy
    assert project.events.get(type="federated_round").data["is_used"] is False


def test_a_run_about_other_classes_is_refused_with_the_difference() -> None:
    site = site_of(labelled_project(12))
    with pytest.raises(BadContent, match=r"only here \['other'\], only in the run \['plant'\]"):
        site.lessons(("animal", "food", "plant"))


def test_a_site_that_calls_classes_otherwise_takes_part_by_its_mapping() -> None:
    project = labelled_project(12)
    site = site_of(project, class_mapping={"beast": "animal"})
    theirs = ("food", "other", "beast")
    assert set(site.about()[0].classes) == set(theirs)
    told = site.lessons(theirs).targets.sum(axis=0)
    own = site.lessons(("food", "other", "animal")).targets.sum(axis=0)
    assert told.tolist() == own.tolist()
    site.adopt(SharedHead.blank(theirs, site.dimensions), run="1", number=1)
    version = ModelVersion.objects.filter(project=project, trigger="federated").get()
    assert version.classes == ["food", "other", "animal"]


def test_a_dry_run_tells_what_would_leave_and_books_nothing() -> None:
    project = labelled_project(12)
    membership = SiteMembership.objects.create(project=project, name="north")
    told = make_preview(membership=membership)
    about, update = told["messages"]
    assert (about["kind"], update["kind"]) == ("about", "update")
    classes = next(part for part in about["holds"] if part["name"] == "classes")
    assert classes["value"] == list(CLASSES)
    steps = next(part for part in update["holds"] if part["name"] == "steps")
    assert (steps["type"], steps["value"]) == ("bytes", None)
    assert update["size_bytes"] > steps["count"] > 384
    assert (about["epsilon"], update["epsilon"]) == (COUNT_EPSILON, 0.0)
    assert not membership.lines.exists()


def test_what_a_site_says_of_itself_holds_a_band_of_labels_and_no_count() -> None:
    site = site_of(labelled_project(30))
    about, epsilon = site.about()
    assert about.encoder
    assert (about.labels_low, about.labels_high) in {(0, 10), (10, 50), (50, 100)}
    door, ask = Door(MembershipBook(site.membership_id)), Ask("about", "1", 1)
    assert site.about() == (about, epsilon)
    assert epsilon == COUNT_EPSILON
    door.leave(ask, about.content(), cost=epsilon)
    assert site.about() == (about, 0.0)


def test_lessons_are_what_people_said_without_the_hold_out() -> None:
    project = labelled_project(12, held_out=4)
    site = site_of(project)
    lessons, holdout = site.lessons(CLASSES), site.holdout(CLASSES)
    assert (len(lessons), len(holdout)) == (8, 4)
    said = sorted(CLASSES[column] for column in lessons.targets.argmax(axis=1))
    tasks = project.tasks.filter(annotation_count=1, is_holdout=False)
    assert said == sorted(truth(task) for task in tasks)
