"""Label Studio's server asks us as one of its ML back ends."""

import base64
from typing import Any

import pytest

from labeling.services.users import create_token
from tests.active_learning.services.test_query_round import label, run, topics
from tests.factories.client import ApiClient
from tests.factories.facts import make_member, make_project

pytestmark = pytest.mark.django_db

CONFIG = """
<View>
  <Text name="shown" value="$body"/>
  <Choices name="about" toName="shown">
    <Choice value="Beast" alias="animal"/><Choice value="food"/>
  </Choices>
  <Choices name="other" toName="shown"><Choice value="yes"/><Choice value="no"/></Choices>
</View>
"""


def basic(user: Any) -> dict[str, str]:
    _, key = create_token(user=user, name="ls", scopes=[])
    return {"Authorization": f"Basic {base64.b64encode(f'penumbra:{key}'.encode()).decode()}"}


@pytest.mark.usefixtures("served")
def test_their_tasks_are_answered_in_their_names() -> None:
    project = topics()
    label(project, 20)
    run(project)
    headers = basic(make_member(project))
    base = f"/api/ls-ml/{project.pk}"
    client = ApiClient().http
    assert client.get(f"{base}/health", headers=headers).json()["status"] == "UP"
    sent: dict[str, Any] = {"project": "1", "schema": CONFIG}
    answer = client.post(f"{base}/setup", sent, "application/json", headers=headers)
    assert answer.json() == {"model_version": "penumbra-1"}
    tasks = [{"id": 5, "data": {"body": "I see a tiger"}}, {"id": 6, "data": {"body": 3}}]
    sent = {"tasks": tasks, "label_config": CONFIG, "params": {"context": None}}
    answer = client.post(f"{base}/predict", sent, "application/json", headers=headers)
    good, bad = answer.json()["results"]
    assert good["result"] == [
        {"from_name": "about", "to_name": "shown", "type": "choices",
         "value": {"choices": ["animal"]}}
    ]  # fmt: skip
    assert 0.5 < good["score"] <= 1
    assert good["model_version"] == "penumbra-1"
    assert bad["result"] == []
    assert "string" in bad["error"]["detail"]
    strange = {"tasks": tasks, "label_config": CONFIG.replace("animal", "x").replace("food", "y")}
    answer = client.post(f"{base}/predict", strange, "application/json", headers=headers)
    assert answer.status_code == 400
    assert "(animal, food, other)" in answer.json()["detail"]


def test_without_a_token_or_a_model_it_says_so() -> None:
    project = make_project()
    base = f"/api/ls-ml/{project.pk}"
    assert ApiClient().get(f"{base}/health").status_code == 401
    wrong = {"Authorization": "Basic bm9ib2R5OndyaXRlcw=="}
    assert ApiClient().http.get(f"{base}/health", headers=wrong).status_code == 401
    headers = basic(make_member(project))
    answer = ApiClient().http.post(
        f"{base}/predict", {"tasks": []}, "application/json", headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    sent = {"tasks": [{"id": 1, "data": {"text": "x"}}]}
    answer = ApiClient().http.post(f"{base}/predict", sent, "application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "no_model")
