"""`/readyz` says what is missing without shouting."""

import logging

import pytest

from labeling.config import views

pytestmark = pytest.mark.django_db


def test_not_being_ready_yet_is_no_error_in_the_log(client, caplog, monkeypatch) -> None:
    monkeypatch.setattr(views, "serving_answers", lambda: False)
    with caplog.at_level(logging.INFO, logger="django.request"):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"database": True, "queue": False, "serving": False}
    assert caplog.records == []
