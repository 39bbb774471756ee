"""The coordinator's own writes: federations, and the runs that people start and stop."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.db.models import Q

from federated.models import LIVE_RUNS, Federation, FederationRun, RunKind, RunState, SiteState
from federated.selectors.forecasts import blocking_problems
from federated.server.plan import BadPlan, RunPlan
from federated.services.federation_log import log_federation
from labeling.kernel.errors import BadInput, Conflict
from labeling.models import User
from labeling.ontology.schema import Label
from labeling.selectors.ontologies import read_ontology

__all__ = [
    "create_federation",
    "delete_federation",
    "read_plan",
    "rename_federation",
    "request_run",
    "revise_terms",
    "stop_run",
]


@transaction.atomic
def create_federation(
    *,
    user: User,
    name: str,
    ontology: Any,
    host: str,
    port: int,
    label: str | None = None,
    terms: Mapping[str, Any] | None = None,
) -> Federation:
    """Make a federation about one single choice of an ontology."""
    parsed = read_ontology(ontology)
    asked = _choice(list(parsed.labels), label)
    plan = read_plan(terms or {})
    _check_name(name)
    made = Federation.objects.create(
        name=name,
        ontology=dict(parsed.document),
        label=asked.id,
        classes=[{"id": one.id, "name": one.name or one.id} for one in asked.classes],
        terms=plan.as_json(),
        host=host,
        port=port,
        created_by=user,
    )
    log_federation(federation=made, type="federation", data={"created": True})
    return made


@transaction.atomic
def rename_federation(*, federation: Federation, name: str) -> Federation:
    """Call it something else; sites know it by its address and are not asked."""
    if name != federation.name:
        _check_name(name)
        federation.name = name
        federation.save(update_fields=["name"])
        log_federation(federation=federation, type="federation", data={"name": name})
    return federation


@transaction.atomic
def delete_federation(*, federation: Federation) -> None:
    """Forget it with its runs and shared models, once nobody can come in by it any more."""
    if federation.runs.filter(state__in=LIVE_RUNS).exists():
        raise _busy()
    # A key that is still registered would open the door with nobody left to shut it.
    is_in = Q(state=SiteState.APPROVED) | ~Q(registered_line="")
    if count := federation.sites.filter(is_in).count():
        raise Conflict(
            f"{count} of its sites can still come in. Shut them out first.",
            code="sites_let_in",
            params={"count": count},
        )
    for path in federation.models.values_list("path", flat=True):
        transaction.on_commit(partial(default_storage.delete, path))
    federation.delete()


def revise_terms(*, federation: Federation, terms: Mapping[str, Any]) -> Federation:
    """Change what new runs start from."""
    federation.terms = read_plan(terms, federation=federation).as_json()
    federation.save(update_fields=["terms"])
    log_federation(federation=federation, type="federation", data={"terms": federation.terms})
    return federation


@transaction.atomic
def request_run(
    *,
    federation: Federation,
    user: User | None,
    kind: RunKind = RunKind.TRAIN,
    terms: Mapping[str, Any] | None = None,
) -> FederationRun:
    """Queue a run for the coordinator's process; one is live at a time."""
    plan = read_plan(terms or {}, federation=federation)
    if kind == RunKind.TRAIN and (problems := blocking_problems(federation, plan)):
        first = problems[0]
        raise Conflict(first.detail, code=first.code, params=dict(first.params))
    if federation.runs.filter(state__in=LIVE_RUNS).exists():
        raise _busy()
    try:
        with transaction.atomic():
            run = FederationRun.objects.create(
                federation=federation,
                kind=kind,
                terms=plan.as_json(),
                rounds_wanted=plan.rounds if kind == RunKind.TRAIN else 0,
                created_by=user,
            )
    except IntegrityError as error:
        raise _busy() from error
    log_federation(federation=federation, type="run", data={"run": str(run.pk), "state": run.state})
    return run


@transaction.atomic
def stop_run(*, run: FederationRun) -> FederationRun:
    """Ask a run to stop: a queued one ends now, a running one after what it is asking."""
    run = FederationRun.objects.select_for_update().get(pk=run.pk)
    if run.state not in LIVE_RUNS:
        raise Conflict("This run has ended already.", code="run_ended")
    run.stop_asked = True
    if run.state == RunState.QUEUED:
        run.state = RunState.STOPPED
    run.save(update_fields=["stop_asked", "state"])
    log_federation(
        federation=run.federation,
        type="run",
        data={"run": str(run.pk), "state": run.state, "stop_asked": True},
    )
    return run


def read_plan(given: Mapping[str, Any], *, federation: Federation | None = None) -> RunPlan:
    """Return the plan that a client's terms make of the federation's own."""
    base = RunPlan.read(federation.terms) if federation else None
    try:
        return RunPlan.read(given, base=base)
    except BadPlan as error:
        raise BadInput(
            str(error),
            code="bad_terms",
            errors=[{"pointer": f"/terms/{error.key}", "detail": str(error)}],
        ) from error


def _choice(labels: list[Label], wanted: str | None) -> Label:
    """Return the label to learn, or say which would do."""
    fit = [label for label in labels if label.kind == "choice" and len(label.classes) > 1]
    found = next((label for label in fit if wanted in (None, label.id)), None)
    if found is None:
        known = ", ".join(label.id for label in fit) or "none here"
        raise BadInput(
            f"label: a single choice of two or more classes ({known}).",
            errors=[{"pointer": "/label", "detail": "A single choice is learned together."}],
        )
    return found


def _check_name(name: str) -> None:
    if Federation.objects.filter(name=name).exists():
        raise Conflict(f"There is a federation called '{name}' already.", code="name_taken")


def _busy() -> Conflict:
    return Conflict(
        "A run of this federation is going on. Wait for it, or stop it.", code="run_live"
    )
