"""Model servers of somebody's own: asked through the guard; whatever they do is named."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from active_learning.prelabelers.base import ClassName, Medium, PrelabelerFault, Proposal, Wanted
from active_learning.services.ask_model_server import open_prelabeler
from tests.active_learning.plugged.servers import FakeServer, fake_server

ONTOLOGY = {
    "fields": {"text": {"type": "text"}, "photo": {"type": "image"}},
    "labels": [
        {"id": "topic", "kind": "choice", "on": "text",
         "classes": [{"id": "d", "name": "Delivery"}, {"id": "b", "name": "Billing"}]},
        {"id": "who", "kind": "span", "on": "text", "classes": [{"id": "per", "name": "Person"}]},
        {"id": "things", "kind": "box", "on": "photo", "classes": [{"id": "cat", "name": "Cat"}]},
    ],
}  # fmt: skip
TOPIC = Wanted("topic", "choice", classes=(ClassName("d", "Delivery"), ClassName("b", "Billing")))
WHO = Wanted("who", "span", classes=(ClassName("per", "Person"),))
THINGS = Wanted("things", "box", classes=(ClassName("cat", "Cat"),))
TEXT = Medium("text", "Ada asks: where is it?")


@pytest.fixture
def server(settings: Any) -> Iterator[FakeServer]:
    with fake_server() as server:
        settings.MODEL_HOSTS = frozenset({server.host})
        yield server


def endpoint(server: FakeServer, path: str = "/model", classes: tuple[str, ...] = ()) -> Any:
    options = {"kind": "http", "url": server.url + path, "secret": "Bearer s",
               "classes": json.dumps(classes)}  # fmt: skip
    return open_prelabeler(Path(), options)


def back_end(server: FakeServer) -> Any:
    options = {"kind": "label_studio", "url": server.url, "project": "7",
               "ontology": json.dumps(ONTOLOGY)}  # fmt: skip
    return open_prelabeler(Path(), options)


def fault_of(model: Any, wanted: Wanted = TOPIC, medium: Medium = TEXT) -> PrelabelerFault:
    with pytest.raises(PrelabelerFault) as fault:
        model.propose(medium, [wanted])
    return fault.value


def test_an_endpoint_gets_the_value_and_the_classes_and_nothing_else(server: FakeServer) -> None:
    server.answers["/model"] = {"predictions": [{"class": "Billing", "score": 0.7},
                                                {"class": "d", "score": 0.9}]}  # fmt: skip
    assert endpoint(server).propose(TEXT, [TOPIC]) == [Proposal("choice", "d", 0.9, label="topic")]
    classes = [{"id": "d", "name": "Delivery"}, {"id": "b", "name": "Billing"}]
    assert server.asked == [
        ("/model", {"inputs": [{"text": TEXT.value}],
                    "label": {"id": "topic", "kind": "choice", "classes": classes}})
    ]  # fmt: skip


def test_the_lists_of_text_classifiers_are_read_and_their_classes_kept(server: FakeServer) -> None:
    server.answers["/model"] = [[{"label": "LABEL_1", "score": 0.8},
                                 {"label": "LABEL_0", "score": 0.2}]]  # fmt: skip
    found = endpoint(server, classes=("LABEL_0", "LABEL_1")).propose(TEXT, [TOPIC])
    assert found == [Proposal("choice", "LABEL_1", 0.8, label="topic")]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"predictions": [{"class": "spam", "score": 0.5}]}, "unknown_class"),
        ({"predictions": [{"class": "d", "score": 7}]}, "bad_answer"),
        ({"predictions": {"class": "d"}}, "bad_answer"),
        ("hello", "bad_answer"),
        ({"predictions": ["d"]}, "bad_answer"),
    ],
)
def test_what_an_endpoint_should_not_answer_is_named(
    server: FakeServer, answer: Any, code: str
) -> None:
    server.answers["/model"] = answer
    assert fault_of(endpoint(server)).code == code


def test_a_web_page_an_error_and_no_json_are_named(server: FakeServer) -> None:
    html = {"Content-Type": "text/html; charset=utf-8"}
    server.raw["/model"] = (200, html, b"<html>Sign in</html>")
    assert fault_of(endpoint(server)).code == "html"
    server.raw["/model"] = (500, html, b"Internal error")
    fault = fault_of(endpoint(server))
    assert fault.code == "server_error"
    assert "500" in fault.detail
    server.raw["/model"] = (200, {"Content-Type": "application/json"}, b"{'a': 1}")
    assert fault_of(endpoint(server)).code == "no_json"


@pytest.mark.parametrize("place", ["http://10.0.0.1/x", "http://127.0.0.1:1/x", "file:///etc/x"])
def test_a_redirect_into_a_private_network_is_refused(server: FakeServer, place: str) -> None:
    server.raw["/model"] = (307, {"Location": place}, b"")
    assert fault_of(endpoint(server)).code == "refused_url"


def test_a_private_address_that_the_operator_did_not_name_is_not_asked(
    server: FakeServer, settings: Any
) -> None:
    settings.MODEL_HOSTS = frozenset()
    settings.URL_INPUTS = True
    assert "private" in fault_of(endpoint(server)).detail
    assert server.asked == []


def test_a_server_that_is_silent_is_given_up(
    server: FakeServer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        settings.MODEL_HOSTS = frozenset({host})
        options = {"kind": "http", "url": f"http://{host}", "classes": "[]"}
        model = open_prelabeler(Path(), options)
        monkeypatch.setattr(model._server, "_seconds", 0.1)
        fault = fault_of(model)
    assert (fault.code, "Timeout" in fault.detail) == ("unavailable", True)


def test_a_label_studio_back_end_is_set_up_once_and_its_results_become_ours(
    server: FakeServer,
) -> None:
    server.answers = {
        "/health": {"status": "UP"},
        "/setup": {"model_version": "v9"},
        "/predict": {"results": [{"score": 0.6, "result": [
            {"from_name": "topic", "to_name": "text", "type": "choices",
             "value": {"choices": ["Delivery"]}},
            {"id": "x", "from_name": "who", "to_name": "text", "type": "labels", "score": 0.9,
             "value": {"start": 0, "end": 3, "text": "Ada", "labels": ["Person"]}},
        ]}]},
    }  # fmt: skip
    model = back_end(server)
    for _ in range(2):
        found = model.propose(TEXT, [TOPIC, WHO])
    assert found == [
        Proposal("span", "per", 0.9, {"start": 0, "end": 3}, label="who"),
        Proposal("choice", "d", 0.6, label="topic"),
    ]
    assert [path for path, _ in server.asked] == ["/health", "/setup", "/predict", "/predict"]
    assert '<Choices name="topic" toName="text">' in server.asked[1][1]["schema"]
    assert server.asked[2][1]["tasks"][0]["data"] == {"text": TEXT.value}
    assert server.asked[2][1]["model_version"] == "v9"


def test_percent_of_a_back_end_become_pixels_and_the_image_is_sent(
    server: FakeServer, tmp_path: Path
) -> None:
    value = {"x": 10, "y": 20, "width": 50, "height": 40, "rectanglelabels": ["Cat"]}
    head = {"id": "x", "from_name": "things", "to_name": "photo", "type": "rectanglelabels"}
    result = {**head, "value": value}
    server.answers = {"/health": {"status": "UP"}, "/setup": {},
                      "/predict": {"results": [{"result": [result]}]}}  # fmt: skip
    (tmp_path / "a.png").write_bytes(b"png")
    facts = {"width": 200, "height": 100, "mime": "image/png"}
    medium = Medium("image", path=tmp_path / "a.png", facts=facts)
    (found,) = back_end(server).propose(medium, [THINGS])
    assert found.geometry == {"x": 20, "y": 20, "width": 100, "height": 40}
    assert server.asked[2][1]["tasks"][0]["data"]["photo"] == "data:image/png;base64,cG5n"


def test_a_back_end_that_is_down_or_answers_unknown_classes_is_named(server: FakeServer) -> None:
    server.answers = {"/health": {"status": "DOWN"}}
    assert fault_of(back_end(server)).code == "not_up"
    choice = {"from_name": "topic", "to_name": "text", "type": "choices",
              "value": {"choices": ["Weather"]}}  # fmt: skip
    server.answers = {"/health": {"status": "UP"}, "/setup": {},
                      "/predict": {"results": [{"result": [choice]}]}}  # fmt: skip
    assert fault_of(back_end(server)).code == "unknown_class"
    server.answers["/predict"] = {"results": "soon"}
    assert fault_of(back_end(server)).code == "bad_answer"
