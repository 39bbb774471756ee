"""Client and server over real HTTP: answers, errors, swaps, restarts."""

import base64
import queue
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.learners.heads import Features, LinearHead
from active_learning.serving.adaptive import AdaptivePolicy
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle, write_bundle
from active_learning.serving.client import Beside, Overloaded, ServingClient
from active_learning.serving.policy import BatchPolicy
from active_learning.serving.predictor import fast_features
from active_learning.serving.server import ServingOptions
from labeling.kernel.errors import Unavailable
from tests.active_learning.serving.conftest import running_server, table_version


def ask(client: ServingClient, content: bytes, *inputs: dict[str, object]) -> list[dict]:
    return client.predict(bundle_key(content), inputs, weights=lambda: content)


def test_a_version_answers_with_probabilities_and_its_doubt(server: str, models: Path) -> None:
    (answer,) = ask(ServingClient(server), table_version(models, 2.0), {"row": [1, 2]})
    assert answer["value"] == "b"
    assert answer["probabilities"]["b"] == pytest.approx(0.880797, abs=1e-6)
    assert answer["uncertainty"] == pytest.approx(1 - 0.761594, abs=1e-6)
    assert answer["is_ambiguous"] is False
    assert answer["latency_ms"] >= 0


def test_the_file_is_sent_once_and_again_after_a_restart(models: Path) -> None:
    content = table_version(models)
    sent: list[int] = []

    def weights() -> bytes:
        sent.append(1)
        return content

    for _ in range(2):
        with running_server(models) as url:
            client = ServingClient(url)
            for _ in range(3):
                client.predict(bundle_key(content), [{"row": [1]}], weights=weights)
    assert len(sent) == 2


def test_an_input_that_cannot_be_read_fails_alone(server: str, models: Path) -> None:
    fields = (Field("photo", "image"),)
    layout = FieldLayout(fields, Encoders(models))
    head = LinearHead(("a", "b"), np.zeros((layout.dimensions, 2), np.float32), np.zeros(2, "f4"))
    content = write_bundle(Bundle("choice", "kind", fields, layout.id, head))
    svg = base64.b64encode(b"<svg onload=alert(1)>").decode()
    answers = ask(ServingClient(server), content, {"photo": svg}, {"photo": "%%"}, {"photo": 3}, {})
    details = [answer["error"]["detail"] for answer in answers[:3]]
    assert "no picture" in details[0]
    assert "base64" in details[1]
    assert "base64" in details[2]
    assert "value" in answers[3]


def test_text_goes_through_the_same_numbers_as_in_training(server: str, models: Path) -> None:
    fields = (Field("text", "text"),)
    encoders = Encoders(models)
    layout = FieldLayout(fields, encoders)
    rng = np.random.default_rng(0)
    head = LinearHead(
        ("a", "b", "c"), rng.normal(size=(layout.dimensions, 3)).astype("f4"), np.zeros(3, "f4")
    )
    content = write_bundle(Bundle("choice", "topic", fields, layout.id, head))
    tasks = [{"text": "Where is Timbuktu?"}, {"text": "¿Quién? 誰？ 💳"}, {"text": ""}]
    answers = ask(ServingClient(server), content, *tasks)
    expected = head.predict_proba(Features(layout.encode(tasks)))
    found = [[answer["probabilities"][name] for name in "abc"] for answer in answers]
    assert np.array(found) == pytest.approx(expected, abs=1e-5)


def with_a_fast_head(models: Path) -> bytes:
    """A version about a text whose fast head is sure of b."""
    fields = (Field("text", "text"),)
    encoders = Encoders(models)
    layout = FieldLayout(fields, encoders)
    fast = fast_features(encoders, ["x"])
    assert fast.hashed is not None
    zeros = LinearHead(("a", "b"), np.zeros((layout.dimensions, 2), "f4"), np.zeros(2, "f4"))
    sure = LinearHead(
        ("a", "b"),
        np.zeros((fast.dense.shape[1], 2), "f4"),
        np.array([0, 5], "f4"),
        np.zeros((fast.hashed.shape[1], 2), "f4"),
    )
    return write_bundle(Bundle("choice", "topic", fields, layout.id, zeros, sure))


def test_under_pressure_a_fast_head_answers_in_the_full_ones_place(models: Path) -> None:
    content = with_a_fast_head(models)
    with running_server(models, ServingOptions(deadline_ms=0.0)) as url:
        (answer,) = ask(ServingClient(url), content, {"text": "hello"})
    assert answer["encoder"] == "fast"
    assert answer["value"] == "b"


def test_what_a_call_waited_before_counts_towards_its_deadline(models: Path) -> None:
    content = with_a_fast_head(models)
    options = ServingOptions(deadline_ms=60_000, policy=lambda: AdaptivePolicy(longest_s=100))
    with running_server(models, options) as url:
        client = ServingClient(url)
        (fresh,) = ask(client, content, {"text": "hello"})
        (late,) = client.predict(
            bundle_key(content),
            [{"text": "hello"}],
            weights=lambda: content,
            arrived_at=time.monotonic() - 61,
        )
    assert (fresh["encoder"], late["encoder"]) == ("full", "fast")


def test_versions_swap_under_load_without_a_failed_request(server: str, models: Path) -> None:
    versions = {"a": table_version(models, -2.0), "b": table_version(models, 2.0)}
    client = ServingClient(server)
    current = ["a"]
    answers: queue.Queue[str] = queue.Queue()
    stop = threading.Event()

    def label() -> None:
        while not stop.is_set():
            wanted = current[0]
            try:
                (answer,) = ask(client, versions[wanted], {"row": [1]})
                answers.put("" if answer["value"] == wanted else f"{wanted}: {answer}")
            except Exception as error:
                answers.put(repr(error))

    threads = [threading.Thread(target=label) for _ in range(8)]
    for thread in threads:
        thread.start()
    failures = []
    for swap in range(30):
        current[0] = "ab"[swap % 2]
        client.load(bundle_key(versions[current[0]]), versions[current[0]])
        failures += [fault for _ in range(20) if (fault := answers.get(timeout=30))]
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []


def test_more_than_the_queue_holds_is_told_to_come_back(models: Path) -> None:
    options = ServingOptions(policy=lambda: BatchPolicy(max_queue=1, max_wait_ms=50))
    content = table_version(models)
    with running_server(models, options) as url:
        answers = ask(ServingClient(url), content, *[{"row": [i]} for i in range(4)])
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [None, "busy", "busy", "busy"]


def test_a_call_for_which_there_is_no_room_at_all_says_when_to_come_back(models: Path) -> None:
    options = ServingOptions(policy=lambda: AdaptivePolicy(max_queue=1))
    content = table_version(models)
    with running_server(models, options) as url:
        client = ServingClient(url)
        client.load(bundle_key(content), content)
        with ThreadPoolExecutor(16) as pool:
            asked = [pool.submit(ask, client, content, {"row": [i]}) for i in range(200)]
        refused = [error for one in asked if isinstance(error := one.exception(), Overloaded)]
    assert refused
    assert refused[0].extra["retry_after_s"] >= 1


def test_versions_beyond_the_memory_budget_are_forgotten_and_come_back(models: Path) -> None:
    versions = [table_version(models, bias) for bias in (-2.0, 2.0)]
    # Padded beyond half a megabyte each: two do not fit into one.
    versions = [padded(content, 700_000) for content in versions]
    with running_server(models, ServingOptions(memory_mb=1)) as url:
        client = ServingClient(url)
        said = [ask(client, versions[turn % 2], {"row": [1]})[0]["value"] for turn in range(4)]
        assert "penumbra_serving_versions_evicted 3" in client.metrics()
    assert said == ["a", "b", "a", "b"]


def padded(content: bytes, size: int) -> bytes:
    """The same version with a large fact."""
    return write_bundle(replace(read_bundle(content), facts={"note": "x" * size}))


def test_a_shadow_is_asked_behind_the_answer_and_compared(server: str, models: Path) -> None:
    stable, candidate = table_version(models, -2.0), table_version(models, 2.0)
    client = ServingClient(server)
    client.load(bundle_key(candidate), candidate)
    beside = Beside(bundle_key(candidate), weights=lambda: candidate)
    for turn in range(3):
        (answer,) = client.predict(
            bundle_key(stable), [{"row": [turn]}], weights=lambda: stable, beside=beside
        )
        assert answer["value"] == "a"
    taken: list[dict] = []
    while sum(pair["counts"]["compared"] for pair in taken) < 3:
        taken += client.take_comparisons()
    assert {(pair["stable"], pair["candidate"]) for pair in taken} == {
        (bundle_key(stable), bundle_key(candidate))
    }
    assert sum(pair["counts"]["same"] for pair in taken) == 0
    assert sum(pair["counts"]["candidate"]["inputs"] for pair in taken) == 3


def test_a_shadow_that_is_not_loaded_is_sent_and_harms_no_answer(server: str, models: Path) -> None:
    stable, candidate = table_version(models, -2.0), table_version(models, 2.0)
    sent: list[int] = []

    def weights() -> bytes:
        sent.append(1)
        return candidate

    client = ServingClient(server)
    beside = Beside(bundle_key(candidate), weights)
    for _ in range(3):
        (answer,) = client.predict(
            bundle_key(stable), [{"row": [1]}], weights=lambda: stable, beside=beside
        )
        assert answer["value"] == "a"
    assert sent == [1]


def test_after_its_deadline_an_input_is_not_computed(server: str, models: Path) -> None:
    content = table_version(models)
    (answer,) = ServingClient(server).predict(
        bundle_key(content),
        [{"row": [1]}],
        weights=lambda: content,
        arrived_at=time.monotonic() - 2,
        deadline_s=1.0,
    )
    assert answer["error"]["code"] == "too_late"


def test_a_caller_that_hangs_up_leaves_the_queue(models: Path) -> None:
    options = ServingOptions(policy=lambda: BatchPolicy(max_wait_ms=60_000))
    content = table_version(models)
    with running_server(models, options) as url:
        client = ServingClient(url)
        client.load(bundle_key(content), content)
        with pytest.raises(Unavailable):
            ask(ServingClient(url, timeout_s=0.2), content, {"row": [1]})
        while "penumbra_serving_queue_depth 1" in client.metrics():
            pass
        assert "penumbra_serving_batches_total 0" in client.metrics()


def test_a_file_under_a_wrong_name_is_refused(server: str, models: Path) -> None:
    with pytest.raises(Unavailable, match="does not match"):
        ServingClient(server).load("0" * 32, table_version(models))


def test_a_file_that_is_none_is_refused(server: str) -> None:
    content = b"\x80\x04pickle"
    with pytest.raises(Unavailable, match="no head file"):
        ServingClient(server).load(bundle_key(content), content)


def test_a_version_of_another_machines_encoders_says_train_again(server: str, models: Path) -> None:
    bundle = read_bundle(table_version(models))
    other = write_bundle(Bundle(bundle.kind, bundle.label, bundle.fields, "0" * 16, bundle.main))
    (answer,) = ask(ServingClient(server), other, {"row": [1]})
    assert "train again" in answer["error"]["detail"]


def test_nobody_at_the_address_is_a_plain_error_with_a_remedy() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    client = ServingClient(f"http://127.0.0.1:{port}")
    assert client.is_well() is False
    with pytest.raises(Unavailable, match=r"manage\.py serving"):
        client.predict("x", [{}], weights=lambda: b"")


def test_a_server_that_hangs_is_given_up_in_time() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        client = ServingClient(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout_s=0.05)
        with pytest.raises(Unavailable) as caught:
            client.predict("x", [{}], weights=lambda: b"")
    assert caught.value.code == "serving_timeout"


def test_a_dropped_connection_is_opened_anew(models: Path) -> None:
    content = table_version(models)
    with running_server(models) as url:
        client = ServingClient(url)
        ask(client, content, {"row": [1]})
        kept = client._idle.get_nowait()
        kept.sock.shutdown(socket.SHUT_RDWR)
        client._idle.put_nowait(kept)
        assert "value" in ask(client, content, {"row": [1]})[0]
        client.close()
