"""Signing in and out, the first set-up, and the keys of programs."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.models import F

from labeling.models import PersonalToken, SignInFailures, User
from labeling.services.users import create_token
from tests.factories.client import ApiClient
from tests.factories.facts import PASSWORD, make_project, make_user

pytestmark = pytest.mark.django_db
NEW = {"username": "ann", "password": PASSWORD}


def test_first_person_becomes_administrator_and_is_signed_in(api: ApiClient) -> None:
    assert api.get("/api/auth/state/").data["first_run"] is True
    answer = api.post("/api/auth/setup/", NEW)
    assert answer.status_code == 201
    state = api.get("/api/auth/state/").data
    assert (state["first_run"], state["user"]["username"]) == (False, "ann")
    assert User.objects.get().is_superuser


def test_set_up_is_closed_once_somebody_exists(api: ApiClient) -> None:
    make_user()
    answer = api.post("/api/auth/setup/", NEW)
    assert (answer.status_code, answer.data["code"]) == (409, "already_set_up")
    assert not User.objects.filter(is_superuser=True).exists()


def test_set_up_from_elsewhere_needs_a_code(api: ApiClient) -> None:
    api.http.defaults["REMOTE_ADDR"] = "203.0.113.9"
    assert api.post("/api/auth/setup/", NEW).data["code"] == "setup_code_needed"
    assert not User.objects.exists()


def test_set_up_wants_the_printed_code(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENUMBRA_SETUP_CODE", "1234-5678")
    api.http.defaults["REMOTE_ADDR"] = "203.0.113.9"
    assert api.post("/api/auth/setup/", NEW | {"setup_code": "1234"}).status_code == 403
    assert api.post("/api/auth/setup/", NEW | {"setup_code": "1234-5678"}).status_code == 201


def test_a_weak_password_is_refused_at_its_place(api: ApiClient) -> None:
    answer = api.post("/api/auth/setup/", {"username": "ann", "password": "12345"})
    assert answer.status_code == 400
    assert answer.data["errors"][0]["pointer"] == "/password"
    assert not User.objects.exists()


def test_signing_in_and_out(api: ApiClient) -> None:
    make_user("ann")
    assert api.get("/api/users/me/").status_code == 401
    assert api.post("/api/auth/login/", NEW).data["user"]["username"] == "ann"
    assert api.get("/api/users/me/").status_code == 200
    assert api.post("/api/auth/logout/").status_code == 204
    assert api.get("/api/users/me/").status_code == 401


def test_a_foreign_form_cannot_sign_anybody_in(api: ApiClient) -> None:
    make_user("ann")
    assert api.http.post("/api/auth/login/", NEW).status_code == 415


def test_failures_slow_signing_in_down(api: ApiClient) -> None:
    make_user("ann")
    wrong = NEW | {"password": "wrong"}
    statuses = [api.post("/api/auth/login/", wrong).status_code for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    answer = api.post("/api/auth/login/", NEW)
    assert (answer.status_code, answer.data["retry_after_s"]) == (429, 1)


def test_failures_count_together_in_all_web_processes(api: ApiClient) -> None:
    """Nothing of the count lies in a process's own memory."""
    make_user("ann")
    for _ in range(5):
        cache.clear()
        answer = api.post("/api/auth/login/", {"username": "ann", "password": "wrong"})
        assert answer.status_code == 401
    cache.clear()
    answer = api.post("/api/auth/login/", {"username": "ann", "password": PASSWORD})
    assert answer.status_code == 429


def test_old_failures_are_forgotten(api: ApiClient) -> None:
    make_user("ann")
    for _ in range(6):
        api.post("/api/auth/login/", {"username": "ann", "password": "wrong"})
    SignInFailures.objects.update(last_s=F("last_s") - 3700)
    api.post("/api/auth/login/", {"username": "ben", "password": "wrong"})
    assert {row.failures for row in SignInFailures.objects.all()} == {1}


def test_one_persons_failures_do_not_lock_others_out(api: ApiClient) -> None:
    make_user("ann")
    for _ in range(6):
        api.post("/api/auth/login/", {"username": "bob", "password": "wrong"})
    assert api.post("/api/auth/login/", NEW).status_code == 200


def test_sign_up_is_closed_by_default(api: ApiClient) -> None:
    assert api.post("/api/auth/signup/", NEW).status_code == 403


def test_a_session_needs_the_csrf_token_for_writes(api: ApiClient) -> None:
    api.http.handler.enforce_csrf_checks = True
    api.http.force_login(make_user("ann"))
    assert api.patch("/api/users/me/", {"name": "A"}).status_code == 403
    token = api.get("/api/auth/state/").data["csrf_token"]
    assert api.patch("/api/users/me/", {"name": "A"}, X_CSRFToken=token).status_code == 200


def test_a_key_made_by_password_works_without_csrf(api: ApiClient) -> None:
    make_user("ann")
    key = api.post("/api/auth/token/", NEW).data["token"]
    program = ApiClient(token=key)
    assert program.patch("/api/users/me/", {"name": "A"}).status_code == 200
    assert not PersonalToken.objects.filter(digest=key).exists()


def test_a_revoked_key_is_worthless_at_once() -> None:
    user = make_user()
    person = ApiClient(user)
    made = person.post("/api/users/me/tokens/", {"name": "robot"}).data
    program = ApiClient(token=made["token"])
    assert program.get("/api/users/me/").status_code == 200
    assert person.delete(f"/api/users/me/tokens/{made['id']}/").status_code == 204
    assert program.get("/api/users/me/").status_code == 401


def test_a_key_of_somebody_who_left_is_worthless() -> None:
    user = make_user()
    _, key = create_token(user=user, name="robot", scopes=[])
    program = ApiClient(token=key)
    assert program.get("/api/users/me/").data["username"] == user.username
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert program.get("/api/users/me/").status_code == 401


def test_a_keys_use_is_noted_but_not_at_every_call() -> None:
    token, key = create_token(user=make_user(), name="robot", scopes=["read", "write"])
    program = ApiClient(token=key)
    program.get("/api/users/me/")
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    program.get("/api/users/me/")
    token.refresh_from_db()
    assert token.last_used_at == first
    PersonalToken.objects.update(last_used_at=first - timedelta(minutes=2))
    program.get("/api/users/me/")
    token.refresh_from_db()
    assert token.last_used_at > first - timedelta(minutes=2)


def test_keys_are_shown_once_and_only_to_their_owner() -> None:
    person = ApiClient(make_user())
    made = person.post("/api/users/me/tokens/", {"name": "robot"}).data
    listed = person.get("/api/users/me/tokens/").data["results"]
    assert [item["id"] for item in listed] == [made["id"]]
    assert "token" not in listed[0]
    other = ApiClient(make_user())
    assert other.delete(f"/api/users/me/tokens/{made['id']}/").status_code == 404


def test_a_reading_key_cannot_write() -> None:
    person = ApiClient(make_user())
    made = person.post("/api/users/me/tokens/", {"name": "reader", "scopes": ["read"]}).data
    program = ApiClient(token=made["token"])
    assert program.get("/api/users/me/").status_code == 200
    answer = program.patch("/api/users/me/", {"name": "A"})
    assert (answer.status_code, answer.data["code"]) == (403, "not_allowed")


def test_nobody_makes_themselves_staff() -> None:
    user = make_user()
    ApiClient(user).patch("/api/users/me/", {"is_staff": True, "is_superuser": True, "name": "A"})
    user.refresh_from_db()
    assert (user.is_staff, user.is_superuser, user.first_name) == (False, False, "A")


def test_staff_see_who_is_staff_and_others_names_only() -> None:
    boss, manager = make_user("boss", is_staff=True, email="b@example.org"), make_user("lead")
    make_project(manager)
    seen = {row["username"]: row for row in ApiClient(boss).get("/api/users/").data["results"]}
    assert (seen["boss"]["email"], seen["boss"]["is_staff"]) == ("b@example.org", True)
    assert seen["lead"]["is_staff"] is False
    row = ApiClient(manager).get("/api/users/?search=boss").data["results"][0]
    assert set(row) == {"id", "username", "name"}
