"""Declares flows, changes them, and lets them go again."""

from typing import Any

from django.db import IntegrityError, transaction

from active_learning.flows.declaration import BadFlow, Flow
from active_learning.models import PrelabelFlow
from active_learning.selectors.flows import read_flow_of
from active_learning.services.prelabel_pool import ask_anew, forget_uses
from labeling.kernel.errors import BadInput, Conflict
from labeling.models import Project, User

__all__ = ["change_flow", "check_flow", "declare_flow", "remove_flow"]


def check_flow(*, project: Project, field: str, steps: Any) -> Flow:
    """Return a declared flow; what is none is refused with a place and a remedy for each fault."""
    try:
        return read_flow_of(project, field, steps)
    except BadFlow as bad:
        first = bad.faults[0]
        raise BadInput(
            f"{first.place}: {first.detail}",
            code="bad_flow",
            errors=[fault.as_json() for fault in bad.faults],
        ) from bad


@transaction.atomic
def declare_flow(
    *, project: Project, user: User, name: str, field: str, steps: Any
) -> PrelabelFlow:
    """Keep a flow; it proposes nothing before it is switched on."""
    check_flow(project=project, field=field, steps=steps)
    flow = PrelabelFlow(
        project=project, name=name, field=field, steps=steps, created_by=user.username
    )
    _save(flow)
    return flow


@transaction.atomic
def change_flow(*, flow: PrelabelFlow, name: str | None = None, steps: Any = None) -> PrelabelFlow:
    """Rename a flow or change its steps; with other steps every task is asked about anew."""
    if name is not None:
        flow.name = name
    if steps is not None and steps != flow.steps:
        check_flow(project=flow.project, field=flow.field, steps=steps)
        flow.steps = steps
        ask_anew(project=flow.project, prelabeler=flow.card_id)
    _save(flow)
    return flow


@transaction.atomic
def remove_flow(*, flow: PrelabelFlow) -> None:
    """Forget a flow that is switched off."""
    forget_uses(project=flow.project, prelabeler=flow.card_id, code="flow_in_use")
    flow.delete()


def _save(flow: PrelabelFlow) -> None:
    try:
        with transaction.atomic():
            flow.save()
    except IntegrityError as error:
        raise Conflict(
            f"There is a flow called {flow.name!r} here already. Take another name.",
            code="flow_name_taken",
        ) from error
