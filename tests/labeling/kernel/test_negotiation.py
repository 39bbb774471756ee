"""Which form an answer takes: JSON, unless a view has several and another was asked for."""

import pytest

from tests.factories.client import ApiClient
from tests.factories.facts import make_user

pytestmark = pytest.mark.django_db


def test_whatever_is_accepted_the_answer_is_the_json_there_is() -> None:
    answer = ApiClient(make_user()).get("/api/users/me/", accept="text/html")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("accept", "kind"), [("application/json", "json"), ("application/yaml", "yaml")]
)
def test_where_there_are_several_forms_the_asked_one_is_given(
    api: ApiClient, accept: str, kind: str
) -> None:
    assert kind in api.get("/api/schema/", accept=accept).headers["Content-Type"]
