"""Real SuperLink, SuperNodes and workers: rounds over TLS, strangers kept out, a site killed."""

import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.federated.small import accuracy, site
from tests.federated.transport.deployment import Deployment, deployed, until
from tests.federated.transport.playing import Player, play

# Seven processes and a minute or two: with the browser tests, not with the quick ones.
pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployed(Deployment(tmp_path_factory.mktemp("federation"))) as deployment:
        deployment.start_coordinator()
        control = deployment.control
        for name in deployment.sites:
            control.register(name=name, public_line=deployment.key(name).public_line)
            deployment.start_site(name)
        until(lambda: list(control.statuses().values()).count("online") == 3, "nodes online")
        until(deployment.are_ready, "the sites' workers")
        yield deployment


def test_rounds_over_tls_learn_without_anybody_seeing_an_update(running: Deployment) -> None:
    player, unseen = Player(rounds=2), site(99)
    assert play(running, player, "first") == "completed"
    head = player.outcomes[-1].state.head
    assert accuracy(head.predict_proba(unseen.features), unseen.truth) > 0.8
    assert player.outcomes[-1].sites == running.sites


def test_every_message_that_left_a_site_is_in_its_ledger(running: Deployment) -> None:
    lines = (running.folder / "site0" / "ledger.txt").read_text().splitlines()
    round_of_a_sum = ["sum.advertise", "sum.share", "sum.mask", "sum.agree", "sum.unmask"]
    assert [line.split()[0] for line in lines[:11]] == [*round_of_a_sum * 2, "adopt"]


@pytest.mark.parametrize("path", ["/v1/control/list-nodes", "/v1/runtime/acquire-task", "/docs"])
def test_the_public_port_knows_fleet_calls_alone(running: Deployment, path: str) -> None:
    url = f"https://127.0.0.1:{running.port}{path}"
    answer = httpx.post(url, verify=running.trust)
    assert (answer.status_code, answer.text) == (404, "not found")


def test_a_site_whose_key_is_not_registered_does_not_get_in(running: Deployment) -> None:
    stranger = running.spawn("stranger", running.plan("stranger").command)
    until(lambda: not stranger.is_running, "the stranger gives up")
    assert "Failed to activate SuperNode" in stranger.log.read_text()
    assert "stranger" not in running.control.statuses()


def test_a_run_of_too_few_sites_fails_by_name(running: Deployment) -> None:
    worker = running.children["site2-worker"]
    assert worker.process is not None
    worker.process.send_signal(signal.SIGSTOP)
    try:
        player = Player(rounds=1, deadline_s=5.0)
        assert play(running, player, "second") == "failed"
        assert not player.outcomes
    finally:
        worker.process.send_signal(signal.SIGCONT)
