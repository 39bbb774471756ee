"""Switches pre-labelers on and off, says where their classes go, and keeps both in step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from active_learning.models import PrelabelerUse
from active_learning.prelabelers.asking import missing_needs
from active_learning.prelabelers.base import Card
from active_learning.prelabelers.functions.reading import function_faults
from active_learning.prelabelers.options import option_faults
from active_learning.prelabelers.placing import (
    Place,
    fitting_labels,
    guess_places,
    read_places,
)
from active_learning.selectors.prelabeler_cards import card_of, find_card
from active_learning.services.prelabel_pool import enqueue_prelabeling
from labeling.kernel.errors import BadInput, Conflict, NotFound, Problem
from labeling.models import Project
from labeling.ontology.schema import Ontology
from labeling.selectors.ontologies import ontology_of

__all__ = ["UseChange", "change_use", "follow_ontology", "use_of"]


@dataclass(frozen=True, slots=True)
class UseChange:
    """What somebody changes; None stays as it is."""

    is_on: bool | None = None
    places: Any = None
    options: Any = None
    least: float | None = None


def use_of(*, project: Project, prelabeler: str, field_id: str) -> PrelabelerUse:
    """Return the use, new ones with places guessed by the likeness of names."""
    card = card_of(project, prelabeler)
    ontology = ontology_of(project)
    if field_id not in ontology.fields:
        known = ", ".join(ontology.fields)
        raise NotFound(f"This project has no field {field_id[:60]!r}; it has {known}.")
    if not fitting_labels(card, ontology, field_id):
        kinds = ", ".join(sorted(card.fills))
        raise Conflict(
            f"No label on {field_id!r} can be filled by it; it fills these kinds: {kinds}.",
            code="fits_nothing",
        )
    use, _ = PrelabelerUse.objects.get_or_create(
        project=project,
        prelabeler=prelabeler,
        field=field_id,
        defaults={"places": [p.as_json() for p in _first_places(card, ontology, field_id)]},
    )
    use.project = project
    return use


def _first_places(card: Card, ontology: Ontology, field_id: str) -> list[Place]:
    """Return places guessed; where no class is recognised, labels without any, so that a try
    shows what it calls things."""
    guessed = guess_places(card, ontology, field_id)
    return guessed or [Place(label.id, {}) for label in fitting_labels(card, ontology, field_id)]


@transaction.atomic
def change_use(
    *, project: Project, prelabeler: str, field_id: str, change: UseChange, user_id: int
) -> PrelabelerUse:
    """Change a use; where it is on, the job makes what is shown follow."""
    use = use_of(project=project, prelabeler=prelabeler, field_id=field_id)
    card, ontology = card_of(project, prelabeler), ontology_of(project)
    before = (use.is_on, use.places, use.options, use.least)
    if change.places is not None:
        _set_places(use, card, ontology, change.places)
    if change.options is not None:
        _set_options(use, card, ontology, change.options)
    if change.least is not None:
        use.least, use.is_stale = change.least, True
    if change.is_on is not None and change.is_on != use.is_on:
        _switch(use, card, ontology, is_on=change.is_on)
    use.save()
    if (use.is_on, use.places, use.options, use.least) != before and (use.is_on or before[0]):
        enqueue_prelabeling(project=project, user_id=user_id)
    return use


@transaction.atomic
def follow_ontology(*, project: Project) -> None:
    """Bring places in line with another ontology, and ask anew who goes by its names."""
    ontology = ontology_of(project)
    uses = list(PrelabelerUse.objects.filter(project=project))
    for use in uses:
        card = find_card(project, use.prelabeler)
        if card is None:
            continue
        if use.field not in ontology.fields:
            use.is_on = False
        kept = {place.label: place for place in read_places(use.places, card, ontology)}
        if use.field in ontology.fields:
            for guessed in guess_places(card, ontology, use.field):
                known = kept.get(guessed.label)
                merged = {**guessed.classes, **known.classes} if known else guessed.classes
                kept[guessed.label] = Place(guessed.label, merged)
        use.places = [place.as_json() for place in kept.values()]
        use.is_stale = True
        use.revision += card.classes is None and not card.has_functions
        use.save()
    if any(use.is_on for use in uses):
        enqueue_prelabeling(project=project)


def _switch(use: PrelabelerUse, card: Card, ontology: Ontology, *, is_on: bool) -> None:
    if is_on:
        if missing := missing_needs(card):
            names = ", ".join(need.package for need in missing)
            raise Conflict(
                f"It needs what is not installed here: {names}. Run `make run` again, or install "
                "it with pip and restart.",
                code="needs_missing",
            )
        places = read_places(use.places, card, ontology)
        if not any(_proposes(card, ontology, place) for place in places):
            raise Conflict(
                "None of its classes stands for one of yours yet. Map at least one.",
                code="nothing_mapped",
            )
        use.stopped = None
    use.is_on, use.is_stale = is_on, True


def _proposes(card: Card, ontology: Ontology, place: Place) -> bool:
    """Whether anything it says has a class to go to, or needs none."""
    label = ontology.label(place.label)
    return label is not None and bool(place.classes or not card.classes or not label.classes)


def _set_places(use: PrelabelerUse, card: Card, ontology: Ontology, given: Any) -> None:
    """Take places as they were sent, or say what is wrong with each."""
    problems: list[Problem] = []
    labels = {label.id: label for label in fitting_labels(card, ontology, use.field)}
    if not isinstance(given, list) or not all(isinstance(item, Mapping) for item in given):
        raise BadInput("`places` is a list of {label, classes}.")
    for number, item in enumerate(given):
        label = labels.get(str(item.get("label")))
        if label is None:
            detail = f"It fills {', '.join(labels)} here."
            problems.append({"pointer": f"/places/{number}/label", "detail": detail})
            continue
        classes = item.get("classes") or {}
        if not isinstance(classes, Mapping):
            detail = "An object of its class to yours."
            problems.append({"pointer": f"/places/{number}/classes", "detail": detail})
            continue
        for own, class_id in classes.items():
            where = f"/places/{number}/classes/{own}"
            if card.classes and own not in card.classes:
                problems.append({"pointer": where, "detail": "It has no such class."})
            elif class_id is not None and label.class_(str(class_id)) is None:
                detail = f"{label.id} has no class {str(class_id)[:60]!r}."
                problems.append({"pointer": where, "detail": detail})
    _refuse(problems)
    use.places = [
        {
            "label": str(item["label"]),
            "classes": {k: v for k, v in (item.get("classes") or {}).items() if v is not None},
        }
        for item in given
    ]
    use.is_stale = True


def _set_options(use: PrelabelerUse, card: Card, ontology: Ontology, given: Any) -> None:
    if not isinstance(given, Mapping):
        raise BadInput("`options` is an object.")
    faults = option_faults(card, given)
    if card.has_functions and "functions" in given:
        labels = fitting_labels(card, ontology, use.field)
        found = function_faults(given["functions"], labels)
        faults += [(f"/options/functions{below}", said) for below, said in found]
    _refuse([{"pointer": where, "detail": f"{said}."} for where, said in faults])
    merged = {**use.options, **given}
    if merged != use.options:
        use.options, use.revision, use.trial = merged, use.revision + 1, None


def _refuse(problems: Sequence[Problem]) -> None:
    if problems:
        first = problems[0]
        raise BadInput(f"{first['pointer']}: {first['detail']}", errors=list(problems))
