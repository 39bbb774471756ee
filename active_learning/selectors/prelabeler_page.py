"""The page of a project's pre-labelers: what fits, what is on, and how much of it people take."""

from typing import Any

from active_learning.models import PrelabelerUse, RawProposals
from active_learning.models.prelabeling import PRELABEL_JOB, TRY_JOB
from active_learning.prelabelers.asking import missing_needs
from active_learning.prelabelers.base import Card
from active_learning.prelabelers.composing import Source
from active_learning.prelabelers.options import options_as_json, read_options
from active_learning.prelabelers.placing import fitting_labels, guess_places
from active_learning.prelabelers.wrapping import Wrap
from active_learning.selectors.prelabeler_cards import card_of, cards_of
from active_learning.selectors.prelabeling import open_tasks
from labeling.models import LIVE_STATES, Project
from labeling.ontology.schema import Ontology
from labeling.policies import Access, Action
from labeling.selectors.jobs import job_summary
from labeling.selectors.ontologies import ontology_of

__all__ = ["prelabeler_page", "use_as_json"]


def prelabeler_page(access: Access) -> dict[str, Any]:
    """Return every pre-labeler that fits a field, and how its use stands."""
    project = access.project
    ontology = ontology_of(project)
    uses = {
        (use.prelabeler, use.field): use
        for use in PrelabelerUse.objects.filter(project=project)
        .select_related("project")
        .order_by("pk")
    }
    live = project.jobs.filter(name__in=(PRELABEL_JOB, TRY_JOB), state__in=LIVE_STATES)
    jobs = {job.name: job for job in live.order_by("-pk")}
    running = jobs.get(PRELABEL_JOB)
    return {
        "can_change": access.may(Action.CHANGE_PROJECT),
        "shows_predictions": project.settings.prelabel,
        "open": open_tasks(project).count(),
        "labels": [_label(label) for label in ontology.labels],
        "cards": [
            _card(project, card, ontology, field_id, uses.get((card.id, field_id)))
            | {"flow": graph}
            for card, graph in cards_of(project)
            for field_id in ontology.fields
            if fitting_labels(card, ontology, field_id)
        ],
        "job": job_summary(running).as_json() if running else None,
        "trying": [str(job.kwargs["use_id"]) for job in live if job.name == TRY_JOB and job.kwargs],
    }


def use_as_json(use: PrelabelerUse, card: Card | None = None) -> dict[str, Any]:
    """Return how one use stands; ``card`` is its pre-labeler, where it was read already."""
    card = card or card_of(use.project, use.prelabeler)
    wrap = Wrap.read(use.wrap)
    rows = RawProposals.objects.filter(use=use, revision=use.revision)
    faults = rows.exclude(fault="").order_by("-pk")
    first = faults.values("task_id", "fault", "detail").first()
    return {
        "id": str(use.pk),
        "is_on": use.is_on,
        "places": use.places,
        "options": read_options(card, use.options),
        "least": use.least,
        "asked": rows.count(),
        "accepted": wrap.accepted,
        "decided": wrap.decisions,
        "is_learned": wrap.is_learned,
        "is_silent": Source(use.source, (), wrap, 0.0, card.waits).is_silent,
        "learned_classes": [
            {"label": label, "own": own, "class": given}
            for (label, own), given in wrap.classes.items()
        ],
        "functions": (use.votes or {}).get("figures", {}) if card.has_functions else None,
        "weights": (use.votes or {}).get("accuracy", {}) if card.has_functions else None,
        "trial": use.trial,
        "stopped": use.stopped,
        "faults": faults.count(),
        "fault": first
        and {"task": str(first["task_id"]), "code": first["fault"], "detail": first["detail"]},
    }


def _card(
    project: Project, card: Card, ontology: Ontology, field_id: str, use: PrelabelerUse | None
) -> dict[str, Any]:
    return {
        "id": card.id,
        "title": card.title,
        "field": {"id": field_id, "name": ontology.fields[field_id].name},
        "fills": [label.id for label in fitting_labels(card, ontology, field_id)],
        "licence": card.licence,
        "states_licence": card.states_licence,
        "languages": list(card.languages),
        "classes": None if card.classes is None else list(card.classes),
        "needs": [need.package for need in card.needs],
        "missing": [need.package for need in missing_needs(card)],
        "memory_mb": card.memory_mb,
        "has_functions": card.has_functions,
        "options": options_as_json(card),
        "guess": [place.as_json() for place in guess_places(card, ontology, field_id)],
        "use": use_as_json(use, card) if use else None,
    }


def _label(label: Any) -> dict[str, Any]:
    classes = [{"id": c.id, "name": c.name, "color": c.color} for c in label.classes]
    return {
        "id": label.id,
        "name": label.name,
        "kind": label.kind,
        "on": label.on,
        "classes": classes,
    }
