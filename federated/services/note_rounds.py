"""Keeps what a run comes to, round by round; pages follow it live."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from federated.models import LIVE_RUNS, FederatedRound, FederationRun, RunState, SharedModel
from federated.selectors.shared_models import Arrays
from federated.server.rounds import RoundOutcome
from federated.services.federation_log import log_federation
from federated.services.shared_models import store_shared_model
from federated.wire.asking import Refusal

__all__ = [
    "begin_round",
    "begin_run",
    "end_run",
    "note_adopted",
    "note_failed",
    "note_measured",
    "note_round_done",
]


@transaction.atomic
def begin_run(*, run_id: int, now: datetime) -> FederationRun | None:
    """Take a run up, or take it up again; None where it has ended meanwhile."""
    found = FederationRun.objects.select_related("federation").select_for_update(of=("self",))
    run = found.filter(pk=run_id, state__in=LIVE_RUNS).first()
    if run is None:
        return None
    run.state, run.started_at = RunState.RUNNING, run.started_at or now
    run.save(update_fields=["state", "started_at"])
    interrupted = {"code": "interrupted", "detail": "The coordinator's process ended meanwhile."}
    run.rounds.filter(state=RunState.RUNNING).update(state=RunState.FAILED, reason=interrupted)
    _tell_run(run)
    return run


@transaction.atomic
def begin_round(*, run: FederationRun) -> FederatedRound:
    """Note an attempt under a number that was never used: no site answers a number twice."""
    last = run.rounds.aggregate(last=Max("number"))["last"] or 0
    began = FederatedRound.objects.create(run=run, number=last + 1)
    _tell(began)
    return began


@transaction.atomic
def note_round_done(
    *, round: FederatedRound, outcome: RoundOutcome, moments: Arrays, epsilon: float, seconds: float
) -> SharedModel:
    """Keep a good round and its model; the model before it is measured by it."""
    round.state, round.seconds, round.epsilon = RunState.DONE, seconds, epsilon
    round.sites, round.adopted = list(outcome.sites), list(outcome.adopted)
    round.refused = _reasons(outcome.refused)
    round.holdout, round.right, round.loss = outcome.holdout, outcome.right, outcome.loss
    round.sent_bytes, round.received_bytes = outcome.sent_bytes, outcome.received_bytes
    round.by_site = {
        name: {"holdout": one.holdout, "right": one.right, "loss": one.loss}
        for name, one in outcome.by_site.items()
    }
    round.save()
    began_with = SharedModel.objects.filter(federation=round.run.federation_id)
    note_measured(
        model=began_with.order_by("-number").first(),
        holdout=outcome.holdout,
        right=outcome.right,
    )
    scale = outcome.state.scale
    model = store_shared_model(
        round=round,
        head=outcome.state.head.flat,
        scale=(scale.clip, scale.most_weight, scale.is_known),
        moments=moments,
    )
    _tell(round, model=model.number)
    return model


@transaction.atomic
def note_failed(
    *, round: FederatedRound, reason: Mapping[str, Any], refused: Mapping[str, Refusal]
) -> None:
    """Keep why an attempt came to nothing; the model stays as it was."""
    round.state, round.reason, round.refused = RunState.FAILED, dict(reason), _reasons(refused)
    round.save(update_fields=["state", "reason", "refused"])
    _tell(round)


def note_adopted(*, run: FederationRun, number: int, sites: Iterable[str]) -> None:
    """Keep who has taken a round's model over."""
    made = run.rounds.get(number=number)
    made.adopted = sorted({*made.adopted, *sites})
    made.save(update_fields=["adopted"])


def note_measured(*, model: SharedModel | None, holdout: int, right: int) -> None:
    """Keep how good a model is over all hold-outs."""
    if model is not None and holdout:
        SharedModel.objects.filter(pk=model.pk).update(holdout=holdout, right=right)


@transaction.atomic
def end_run(
    *, run: FederationRun, state: RunState, now: datetime, reason: Mapping[str, Any] | None = None
) -> None:
    """Close a run; its models stay."""
    run.state, run.finished_at = state, now
    run.reason = dict(reason) if reason else None
    run.save(update_fields=["state", "finished_at", "reason"])
    _tell_run(run)


def _tell(round: FederatedRound, **more: Any) -> None:
    data = {"run": str(round.run_id), "number": round.number, "state": round.state, **more}
    log_federation(federation=round.run.federation, type="round", data=data)


def _tell_run(run: FederationRun) -> None:
    data = {"run": str(run.pk), "state": run.state}
    log_federation(federation=run.federation, type="run", data=data)


def _reasons(refused: Mapping[str, Refusal]) -> dict[str, dict[str, str]]:
    return {name: {"code": one.code, "detail": one.detail} for name, one in refused.items()}
