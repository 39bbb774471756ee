"""Taking an identity away: labels stay, the person cannot be told."""

import pytest

from labeling.kernel.errors import BadInput, Conflict, NotAllowed
from labeling.models import Annotation, Event, Membership, PersonalToken, Role, User
from labeling.services.anonymise_user import anonymise_user, is_anonymous
from labeling.services.members import add_member
from labeling.services.users import create_token
from tests.factories.client import ApiClient
from tests.factories.facts import (
    make_access,
    make_annotation,
    make_member,
    make_project,
    make_task,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    return make_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def ann():
    return make_user("ann", email="ann@example.org", first_name="Ann Lee")


def test_labels_stay_and_the_identity_is_gone(staff, ann):
    project = make_project()
    owner = make_access(project, Role.OWNER)
    add_member(access=owner, username="ann", role=Role.ANNOTATOR)
    answer = make_annotation(make_task(project), ann)
    create_token(user=ann, name="laptop", scopes=[])
    browser = ApiClient(ann)
    former = anonymise_user(actor=staff, user=ann, confirm="ann")
    assert is_anonymous(former)
    assert Annotation.objects.get(pk=answer.pk).annotator_id == ann.pk
    stored = User.objects.get(pk=ann.pk)
    assert "ann" not in (stored.username, stored.email, stored.first_name)
    assert (stored.email, stored.first_name, stored.preferences) == ("", "", {})
    assert not stored.is_active
    assert not PersonalToken.objects.filter(user=ann).exists()
    assert not Membership.objects.filter(user=ann).exists()
    assert not [one for one in Event.objects.all() if "ann" in str(one.data).lower().split("'")]
    assert browser.get("/api/users/me/").status_code == 401


def test_the_name_must_be_typed_and_only_staff_or_oneself_may(staff, ann):
    with pytest.raises(BadInput):
        anonymise_user(actor=staff, user=ann, confirm="Ann")
    with pytest.raises(NotAllowed):
        anonymise_user(actor=make_user(), user=ann, confirm="ann")
    assert is_anonymous(anonymise_user(actor=ann, user=ann, confirm="ann"))


def test_who_is_needed_stays(staff, ann):
    with pytest.raises(Conflict, match="last administrator"):
        anonymise_user(actor=staff, user=staff, confirm="root")
    project = make_project(owner=ann)
    with pytest.raises(Conflict, match="only owner"):
        anonymise_user(actor=staff, user=ann, confirm="ann")
    make_member(project, Role.OWNER)
    anonymise_user(actor=staff, user=ann, confirm="ann")


def test_over_the_api(staff, ann):
    client = ApiClient(staff)
    assert client.post(f"/api/users/{ann.pk}/anonymise/", {"confirm": "no"}).status_code == 400
    assert client.post(f"/api/users/{ann.pk}/anonymise/", {}).status_code == 400
    stranger = ApiClient(make_user())
    url = f"/api/users/{ann.pk}/anonymise/"
    assert stranger.post(url, {"confirm": "ann"}).status_code == 404
    done = client.post(url, {"confirm": "ann"})
    assert done.status_code == 200
    assert done.json()["username"].startswith("former-")
