"""Plays runs on a deployment in this process, as the coordinator's worker would."""

import threading
import time

from federated.aggregation import AGGREGATORS
from federated.server.rounds import RoundOutcome, RunState, give_model, run_round
from federated.transport.answering import COORDINATOR_TASKS, take_tasks
from federated.transport.serving import CoordinatorWorker, FlowerExchange
from tests.federated.small import terms
from tests.federated.transport.deployment import PATIENCE_S, Deployment, until


class Player:
    """Plays a run of a few rounds and keeps what came out."""

    def __init__(self, rounds: int, deadline_s: float = 60.0, *, is_secure: bool = True) -> None:
        self.rounds, self.deadline_s, self.is_secure = rounds, deadline_s, is_secure
        self.outcomes: list[RoundOutcome] = []
        self.seconds: list[float] = []

    def __call__(self, run: str, exchange: FlowerExchange) -> None:
        these = terms(run=run, deadline_s=self.deadline_s, quorum=3, is_secure=self.is_secure)
        state, aggregator = RunState.beginning(these), AGGREGATORS.get("fedavg")()
        for _ in range(self.rounds):
            begun = time.monotonic()
            outcome = run_round(
                terms=these, state=state, aggregator=aggregator, exchange=exchange, tells=False
            )
            state = outcome.state
            self.outcomes.append(outcome)
            self.seconds.append(time.monotonic() - begun)
        give_model(terms=these, state=state, sites=exchange.online(), exchange=exchange)


def play(deployment: Deployment, player: Player, run: str) -> str:
    """Start a run and work it off in this process."""
    address, authority = f"127.0.0.1:{deployment.private_port}", deployment.authority.certificate
    ended = threading.Event()
    worker = CoordinatorWorker(
        address=address, authority=authority, keys=lambda: deployment.keys, play=player
    )
    thread = threading.Thread(
        target=take_tasks,
        kwargs={
            "address": address,
            "kind": COORDINATOR_TASKS,
            "work": worker,
            "secret": deployment.secret,
            "ended": ended,
            "authority": authority,
        },
    )
    thread.start()
    control = deployment.control
    run_id = control.start(run=run)
    try:
        # Each look is a call that the SuperLink answers instead of one of the run's.
        until(lambda: control.status(run_id=run_id)[0] == "finished", "the run ends", every_s=1.0)
        return control.status(run_id=run_id)[1]
    finally:
        ended.set()
        thread.join(PATIENCE_S)
