"""Sessions: what is stored counts, at once, and only if this server signed it."""

import pytest
from django.contrib.sessions.models import Session

from labeling.config.sessions import SessionStore
from tests.factories.client import ApiClient
from tests.factories.facts import make_user

pytestmark = pytest.mark.django_db


def saved(**content: object) -> SessionStore:
    store = SessionStore()
    store.update(content)
    store.save()
    return store


def test_a_change_is_seen_by_the_next_reader() -> None:
    first = saved(theme="dark", keys=["a"])
    assert SessionStore(first.session_key).load() == {"theme": "dark", "keys": ["a"]}
    first["theme"] = "light"
    first.save()
    assert SessionStore(first.session_key).load()["theme"] == "light"


def test_what_one_reader_changes_in_memory_stays_with_it() -> None:
    key = saved(keys=["a"]).session_key
    SessionStore(key).load()["keys"].append("b")
    assert SessionStore(key).load() == {"keys": ["a"]}


@pytest.mark.parametrize("text", ["", "nonsense", "a:b:c"])
def test_content_that_nobody_signed_is_empty(text: str) -> None:
    key = saved(theme="dark").session_key
    Session.objects.update(session_data=text)
    assert SessionStore(key).load() == {}


def test_a_signature_does_not_fit_another_content() -> None:
    one, other = saved(user=1), saved(user=2)
    texts = [Session.objects.get(pk=store.session_key).session_data for store in (one, other)]
    body, rest = texts[0].split(":", 1)[0], texts[1].split(":", 1)[1]
    Session.objects.filter(pk=one.session_key).update(session_data=f"{body}:{rest}")
    assert SessionStore(one.session_key).load() == {}


def test_signing_out_ends_the_session_for_every_reader() -> None:
    client = ApiClient(make_user())
    assert client.get("/api/users/me/").status_code == 200
    key = client.http.session.session_key
    client.post("/api/auth/logout/")
    assert SessionStore(key).load() == {}
    assert client.get("/api/users/me/").status_code in {401, 403}
