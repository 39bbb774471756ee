"""Has a brought model looked into: a file by a process of its own, a server by asking it."""

from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage

from active_learning.models import PluggedModel
from active_learning.models.plugged_model import PluggedKind, PluggedState
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.limits import (
    CHECK_SECONDS,
    FOLDER_MEMORY_MB,
    FOLDER_SECONDS,
    MEMORY_MB,
    too_much_memory,
)
from active_learning.selectors.plugged import folder_of, secret_of
from active_learning.services.model_server import ModelServer
from labeling.kernel.errors import PenumbraError
from labeling.media.decoding.process import LineProcess, ProcessDied, TooSlow
from labeling.ontology.writers.label_studio import write_label_studio
from labeling.selectors.ontologies import ontology_of

__all__ = ["check_plugged", "checked_apart"]

MODULE = "active_learning.plugged.checking"


def check_plugged(*, plugged: PluggedModel) -> None:
    """Find out what the model takes and gives, or why it cannot be used."""
    try:
        if plugged.is_file:
            plugged.facts = checked_apart(Path(default_storage.path(plugged.path)))
        elif plugged.is_folder:
            plugged.facts = checked_apart(
                folder_of(plugged), seconds=FOLDER_SECONDS, memory_mb=FOLDER_MEMORY_MB
            )
            plugged.declaration = {"classes": plugged.facts["classes"]}
        else:
            plugged.facts = _asked(plugged)
            plugged.declaration = {"classes": []}
        plugged.state, plugged.fault = PluggedState.OPENED, None
    except PlugFault as fault:
        plugged.state, plugged.fault = PluggedState.REFUSED, fault.as_json()
    except PenumbraError as error:
        plugged.state = PluggedState.REFUSED
        plugged.fault = {"code": error.code, "detail": error.detail, "params": {}}
    plugged.save(update_fields=["facts", "declaration", "state", "fault", "updated_at"])


def _asked(plugged: PluggedModel) -> dict[str, Any]:
    """A back end says whether it is up; what an endpoint answers shows when it is tried."""
    if plugged.kind != PluggedKind.LABEL_STUDIO:
        return {"kind": plugged.kind}
    server = ModelServer(plugged.url, secret=secret_of(plugged))
    config = write_label_studio(ontology_of(plugged.project))
    version = server.set_up(project=str(plugged.project_id), config=config)
    return {"kind": plugged.kind, "version": version}


def checked_apart(
    path: Path, *, seconds: float = CHECK_SECONDS, memory_mb: int = MEMORY_MB
) -> dict[str, Any]:
    """Return what the file's model takes and gives, see `plugged.checking`.

    Raises
    ------
    PlugFault
        When it cannot be used; also when looking into it takes too long or too much memory.
    """
    process = LineProcess(MODULE)
    try:
        answer = process.ask({"path": str(path), "memory_mb": memory_mb}, seconds)
    except TooSlow:
        raise PlugFault(
            "too_slow",
            f"It did not answer within {seconds:g} seconds and was stopped. Look for a loop "
            "without end, or make it smaller.",
            seconds=seconds,
        ) from None
    except ProcessDied:
        raise too_much_memory(memory_mb) from None
    finally:
        process.end()
    if "fault" in answer:
        raise PlugFault(
            answer["fault"]["code"], answer["fault"]["detail"], **answer["fault"]["params"]
        )
    facts: dict[str, Any] = answer["facts"]
    return facts
