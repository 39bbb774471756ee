"""Reading the log in an order that never goes back."""

import pytest

from labeling.models import Event
from labeling.realtime.event_log import LogReader, events_between
from tests.factories.facts import make_project

pytestmark = pytest.mark.django_db


def test_reading_moves_on_and_repeats_nothing() -> None:
    project = make_project()
    reader = LogReader(has_gaps=False)
    reader.start(now=0.0)
    made = [Event.objects.create(project=project, type="test").pk for _ in range(3)]
    assert [event.pk for event in reader.read(1.0, [project.pk])] == made
    assert reader.read(2.0, [project.pk]) == []


def test_a_missing_id_is_waited_for_and_then_given_up() -> None:
    project = make_project()
    last = Event.objects.latest("pk").pk
    reader = LogReader(has_gaps=True, position=last)
    late, early = last + 1, last + 2
    Event.objects.create(pk=early, project=project, type="test")
    assert reader.read(10.0, [project.pk]) == []
    Event.objects.create(pk=late, project=project, type="test")
    assert [event.pk for event in reader.read(10.5, [project.pk])] == [late, early]
    Event.objects.create(pk=last + 4, project=project, type="test")
    assert reader.read(11.0, [project.pk]) == []
    assert [event.pk for event in reader.read(13.5, [project.pk])] == [last + 4]


def test_what_was_missed_is_bounded() -> None:
    project = make_project()
    before = Event.objects.latest("pk").pk
    made = [Event.objects.create(project=project, type="test").pk for _ in range(4)]
    missed = events_between(project.pk, before, made[-1], 2)
    assert [event.pk for event in missed] == made[:3]
