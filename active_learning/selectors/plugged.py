"""Brought models: as pre-labelers, and as their page shows them."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.files.storage import default_storage

from active_learning.models import PluggedModel
from active_learning.models.plugged_model import (
    PLUGGED_PREFIX,
    SEALED_FOR,
    PluggedKind,
    PluggedState,
)
from active_learning.plugged.declaration import read_declaration
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.folders.layout import CONFIG, TASKS
from active_learning.plugged.limits import FOLDER_MEMORY_MB, MEMORY_MB
from active_learning.plugged.suggesting import suggest
from active_learning.prelabelers.base import Card, Need
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import NotFound
from labeling.kernel.sealing import SealBroken, unseal
from labeling.models import Project
from labeling.ontology.document import to_document
from labeling.ontology.schema import Ontology
from labeling.selectors.ontologies import ontology_of

__all__ = [
    "answering_plugged",
    "folder_of",
    "get_plugged",
    "lent_folders",
    "note_answering",
    "plugged_as_json",
    "plugged_card",
    "plugged_cards",
    "secret_of",
]

FILE_MODULE = "active_learning.plugged.proposing"
FOLDER_MODULE = "active_learning.plugged.folders.proposing"
SERVER_MODULE = "active_learning.services.ask_model_server"
FILLS = {
    "classes": frozenset({"choice", "multichoice"}),
    "number": frozenset({"number", "rating"}),
    "boxes": frozenset({"box"}),
    "yolo": frozenset({"box"}),
}
"""As `plugged.reading.FILLS`, which loads what opens models."""
KEPT_S = 1


def get_plugged(project: Project, plugged_id: int) -> PluggedModel:
    """Return one of the project's brought models."""
    plugged = project.plugged_models.filter(pk=plugged_id).first()
    if plugged is None:
        raise NotFound("This project has no such model of its own.")
    return plugged


def folder_of(plugged: PluggedModel) -> Path:
    """Return where a model folder lies: in the storage, or among those the installation lends."""
    if plugged.path:
        return Path(default_storage.path(plugged.path))
    # Where none are lent any more, what it names is not there, and is refused so.
    return (settings.PENUMBRA_MODEL_FOLDERS or Path()) / plugged.url


def lent_folders() -> list[str]:
    """Return the names of the model folders that the installation lends to its projects."""
    home = settings.PENUMBRA_MODEL_FOLDERS
    if home is None or not home.is_dir():
        return []
    return sorted(child.name for child in home.iterdir() if (child / CONFIG).is_file())


def answering_plugged(project: Project) -> PluggedModel | None:
    """Return the brought model that answers the project's pre-labeling calls, if one was chosen.

    That there is none is remembered for a second: most projects have none, and the call is quick.
    """
    key = _answering_key(project)
    if cache.get(key):
        return None
    plugged = project.plugged_models.filter(answers_calls=True).first()
    if plugged is None:
        cache.set(key, True, KEPT_S)
    return plugged


def note_answering(project: Project) -> None:
    """Forget what was remembered: another model was chosen."""
    cache.delete(_answering_key(project))


def secret_of(plugged: PluggedModel) -> str:
    """Return what is sent to a server as Authorization.

    Raises
    ------
    PlugFault
        When it was sealed by another SECRET_KEY than this installation has.
    """
    try:
        return unseal(plugged.sealed_secret, SEALED_FOR)
    except SealBroken:
        raise PlugFault(
            "secret_lost",
            "Its Authorization was sealed by another SECRET_KEY. Say it anew, or set "
            "SECRET_KEY_FALLBACKS to the former key.",
        ) from None


def plugged_cards(project: Project) -> list[Card]:
    """Return the project's brought models that can propose, as pre-labelers."""
    ontology = ontology_of(project)
    rows = project.plugged_models.filter(state=PluggedState.OPENED, declaration__isnull=False)
    return [_card(plugged, ontology) for plugged in rows.order_by("pk")]


def plugged_card(project: Project, name: str) -> Card | None:
    """Return the brought model of that name among the pre-labelers, if it can propose."""
    number = name.removeprefix(PLUGGED_PREFIX)
    if number == name or not number.isdecimal():
        return None
    plugged = project.plugged_models.filter(pk=int(number)).first()
    if plugged is None or not plugged.can_propose:
        return None
    return _card(plugged, ontology_of(project))


def plugged_as_json(plugged: PluggedModel) -> dict[str, Any]:
    """Return the wire shape; what is secret stays here."""
    return {
        "id": str(plugged.pk),
        "name": plugged.name,
        "kind": plugged.kind,
        "field": plugged.field,
        "state": plugged.state,
        "url": plugged.url,
        "has_secret": bool(plugged.sealed_secret),
        "has_tokenizer": bool(plugged.tokenizer),
        "size_bytes": plugged.size_bytes,
        "facts": plugged.facts,
        "fault": plugged.fault,
        "declaration": plugged.declaration,
        "suggested": _suggested(plugged),
        "prelabeler": plugged.card_id if plugged.can_propose else None,
        "answers_calls": plugged.answers_calls,
        "created_by": plugged.created_by,
        "created_at": wire_time(plugged.created_at),
    }


def _answering_key(project: Project) -> str:
    return f"no-plugged-answers:{project.pk}"


def _secret_or_mark(plugged: PluggedModel) -> str | None:
    """Return None for a lost secret: the list of pre-labelers is whole, who is asked says so."""
    try:
        return secret_of(plugged)
    except PlugFault:
        return None


def _suggested(plugged: PluggedModel) -> dict[str, Any] | None:
    if plugged.state != PluggedState.OPENED or plugged.is_folder:
        return None
    ontology = ontology_of(plugged.project)
    if not plugged.is_file:
        return {"classes": []}
    names: list[str] = []
    if plugged.field in ontology.fields:
        columns = (plugged.facts["outputs"][0]["shape"] or [0])[-1]
        fitting = [x for x in ontology.labels_on(plugged.field) if len(x.classes) == columns]
        names = [item.name for label in fitting[:1] for item in label.classes]
    return suggest(plugged.facts, names).as_json()


def _card(plugged: PluggedModel, ontology: Ontology) -> Card:
    """Return what the framework of pre-labelers has to know."""
    field = ontology.fields.get(plugged.field)
    reads = frozenset({field.type} if field else ())
    licence = f"brought by {plugged.created_by}"
    if plugged.is_file:
        declaration = read_declaration(plugged.declaration or {})
        tokenizer = default_storage.path(plugged.tokenizer) if plugged.tokenizer else ""
        return Card(
            id=plugged.card_id,
            title=plugged.name,
            reads=reads,
            fills=FILLS[declaration.reading],
            module=FILE_MODULE,
            licence=licence,
            classes=() if declaration.reading == "number" else declaration.names,
            fixed={
                "path": default_storage.path(plugged.path),
                "tokenizer": tokenizer,
                "declaration": json.dumps(declaration.as_json()),
            },
            memory_mb=MEMORY_MB,
        )
    classes = tuple((plugged.declaration or {}).get("classes", ()))
    if plugged.is_folder:
        task = TASKS[plugged.facts["task"]]
        return Card(
            id=plugged.card_id,
            title=plugged.name,
            reads=frozenset(name for name in reads if name in task.reads),
            fills=task.fills,
            module=FOLDER_MODULE,
            licence=licence,
            classes=classes,
            needs=(Need("transformers", "transformers"), Need("torch", "torch")),
            fixed={"path": str(folder_of(plugged)), "loads_torch": True},
            memory_mb=FOLDER_MEMORY_MB,
        )
    labels = ontology.labels_on(plugged.field) if field else ()
    is_back_end = plugged.kind == PluggedKind.LABEL_STUDIO
    return Card(
        id=plugged.card_id,
        title=plugged.name,
        reads=reads,
        fills=frozenset(label.kind for label in labels),
        module=SERVER_MODULE,
        licence=licence,
        classes=None if is_back_end or not classes else classes,
        fixed={
            "kind": plugged.kind,
            "url": plugged.url,
            "secret": _secret_or_mark(plugged),
            "classes": json.dumps(classes),
            "project": str(plugged.project_id),
            "ontology": json.dumps(to_document(ontology)) if is_back_end else "",
        },
    )
