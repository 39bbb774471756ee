"""Flows of a project: as pre-labelers, and as their page shows them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.storage import default_storage

from active_learning.flows.base import FlowFault
from active_learning.flows.declaration import BadFlow, Flow, read_flow
from active_learning.flows.describing import card_of_flow, graph_of
from active_learning.flows.recipes import Recipe, recipes_for
from active_learning.flows.registry import STEPS
from active_learning.flows.settings import form_of
from active_learning.models import PrelabelFlow
from active_learning.models.prelabel_flow import FLOW_PREFIX
from active_learning.prelabelers.asking import missing_needs
from active_learning.prelabelers.base import Card
from active_learning.prelabelers.options import options_as_json
from active_learning.prelabelers.placing import fitting_labels
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.selectors.plugged import plugged_cards
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import active_version
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import NotFound
from labeling.models import Project
from labeling.selectors.ontologies import ontology_of

__all__ = [
    "OWN",
    "flow_as_json",
    "flow_card",
    "flow_cards",
    "flow_page",
    "flows_asking",
    "get_flow",
    "models_of_flows",
    "read_flow_of",
]

OWN = "own"
"""The project's own model, as steps name it."""
OWN_MODULE = "active_learning.flows.own_model"


def get_flow(project: Project, flow_id: int) -> PrelabelFlow:
    """Return one of the project's flows."""
    flow = project.prelabel_flows.filter(pk=flow_id).first()
    if flow is None:
        raise NotFound("This project has no such flow.")
    return flow


def models_of_flows(project: Project, brought: Sequence[Card] | None = None) -> dict[str, Card]:
    """Return what a step may name: what comes with the product, what was brought, the own model.

    ``brought`` are the project's `plugged_cards`, where they were read already.
    """
    cards = [card for _, card in PRELABELERS.items() if not card.has_functions]
    cards += plugged_cards(project) if brought is None else brought
    own = _own_card(project)
    return {card.id: card for card in (*cards, *([own] if own else ()))}


def read_flow_of(
    project: Project, field: str, steps: Any, models: Mapping[str, Card] | None = None
) -> Flow:
    """Return the flow that a declaration is in a project, or raise `BadFlow`."""
    fields = ontology_of(project).fields
    if field not in fields:
        known = ", ".join(fields)
        raise BadFlow(
            [
                FlowFault(
                    "/field",
                    "flow_field",
                    f"There is no field {field[:60]!r}; known: {known}.",
                    known=known,
                )
            ]
        )
    return read_flow(steps, fields[field].type, models or models_of_flows(project))


def flow_card(project: Project, name: str) -> Card | None:
    """Return the flow of that name among the pre-labelers, if it can work."""
    number = name.removeprefix(FLOW_PREFIX)
    if number == name or not number.isdecimal():
        return None
    row = project.prelabel_flows.filter(pk=int(number)).first()
    flow = _flow(row, models_of_flows(project)) if row else None
    return _card(row, flow) if row and flow else None


def flow_cards(
    project: Project, brought: Sequence[Card]
) -> list[tuple[Card, list[dict[str, Any]]]]:
    """Return the flows that can work as pre-labelers, with what passes from step to step."""
    rows = list(project.prelabel_flows.order_by("pk"))
    models = models_of_flows(project, brought) if rows else {}
    return [
        (_card(row, flow), graph_of(flow))
        for row in rows
        if (flow := _flow(row, models)) is not None
    ]


def flows_asking(project: Project, model: str) -> list[PrelabelFlow]:
    """Return the flows of which a step names a model."""
    rows = project.prelabel_flows.order_by("pk")
    return [row for row in rows if any(step.get("model") == model for step in row.steps)]


def flow_as_json(row: PrelabelFlow, models: Mapping[str, Card] | None = None) -> dict[str, Any]:
    """Return the wire shape: with its graph where it can work, else with what is wrong."""
    graph: list[dict[str, Any]] = []
    faults: list[dict[str, Any]] = []
    try:
        graph = graph_of(read_flow_of(row.project, row.field, row.steps, models))
    except BadFlow as bad:
        faults = [fault.as_json() for fault in bad.faults]
    return {
        "id": str(row.pk),
        "name": row.name,
        "field": row.field,
        "steps": row.steps,
        "graph": graph,
        "faults": faults,
        "prelabeler": None if faults else row.card_id,
        "created_by": row.created_by,
        "created_at": wire_time(row.created_at),
    }


def flow_page(project: Project) -> dict[str, Any]:
    """Return the flows, and what one may be made of."""
    models, fields = models_of_flows(project), ontology_of(project).fields
    rows = project.prelabel_flows.select_related("project").order_by("-pk")
    return {
        "results": [flow_as_json(row, models) for row in rows],
        "kinds": [
            {
                "id": name,
                "asks_model": kind.asks_model,
                "settings": [form_of(*item) for item in kind.settings.items()],
            }
            for name, kind in STEPS.items()
        ],
        "models": [_model(card) for card in models.values()],
        "recipes": [
            {"id": recipe.id, "field": field_id, "steps": list(recipe.steps)}
            for field_id, field in fields.items()
            for recipe in recipes_for(field.type, models)
            if _fills_something(project, field_id, recipe, models)
        ],
    }


def _model(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "title": card.title,
        "reads": sorted(card.reads),
        "fills": sorted(card.fills),
        "missing": [need.package for need in missing_needs(card)],
        "options": options_as_json(card),
    }


def _fills_something(
    project: Project, field_id: str, recipe: Recipe, models: Mapping[str, Card]
) -> bool:
    """Whether the project has a label for what comes out."""
    flow = read_flow_of(project, field_id, list(recipe.steps), models)
    card = card_of_flow(flow, id=recipe.id, title="", licence="")
    return bool(fitting_labels(card, ontology_of(project), field_id))


def _flow(row: PrelabelFlow, models: Mapping[str, Card]) -> Flow | None:
    """Return the flow, if it can work."""
    try:
        return read_flow_of(row.project, row.field, row.steps, models)
    except BadFlow:
        return None


def _card(row: PrelabelFlow, flow: Flow) -> Card:
    licences = dict.fromkeys(step.card.licence for step in flow.steps if step.card)
    return card_of_flow(flow, id=row.card_id, title=row.name, licence=", ".join(licences))


def _own_card(project: Project) -> Card | None:
    """Return the project's own model where it learns a choice; it may not be trained yet."""
    target = learning_target(project)
    if target is None or target.kind != "choice":
        return None
    version = active_version(project)
    is_trained = version is not None and version.label == target.label.id
    return Card(
        id=OWN,
        reads=frozenset({target.fields[0].type}),
        fills=frozenset({"choice"}),
        module=OWN_MODULE,
        licence="",
        classes=tuple(dict.fromkeys(one.name for one in target.label.classes)),
        also={one.name: (one.id,) for one in target.label.classes},
        fixed={
            "path": default_storage.path(version.path) if version and is_trained else "",
            "names": json.dumps({one.id: one.name for one in target.label.classes}),
        },
    )
