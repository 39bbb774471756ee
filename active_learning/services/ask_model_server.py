"""A model server as a pre-labeler: asked through the guard of addresses, from a process of its own.

Named by the card of such a model; only a pre-labeling process imports it. It stands among the
services because the guard reads the installation's settings.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.label_studio import proposals_of_prediction, read_predictions
from active_learning.plugged.replies import proposals_of_reply
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.services.model_server import ModelServer
from labeling.kernel.errors import PenumbraError
from labeling.media.parameters import Value
from labeling.ontology.schema import Ontology, parse_ontology
from labeling.ontology.writers.label_studio import write_label_studio

MAX_IMAGE = 20 << 20


class EndpointProposer:
    """Asks an address of somebody's own; see `prelabelers.base.Prelabeler`."""

    def __init__(self, server: ModelServer, options: Mapping[str, Any]) -> None:
        self._server = server
        self._own: list[str] = json.loads(str(options["classes"]))

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Ask about every wanted label."""
        return _told(lambda: [p for about in wanted for p in self._about(medium, about)])

    def _about(self, medium: Medium, about: Wanted) -> list[Proposal]:
        classes = [{"id": one.id, "name": one.name} for one in about.classes]
        asked = {"id": about.label, "kind": about.kind, "classes": classes}
        reply = self._server.post("", {"inputs": [sent_value(medium)], "label": asked})
        return proposals_of_reply(reply, about, self._own)


class BackEndProposer:
    """Asks a Label Studio ML back end; see `prelabelers.base.Prelabeler`."""

    def __init__(self, server: ModelServer, options: Mapping[str, Any]) -> None:
        self._server = server
        self._project = str(options["project"])
        self._ontology: Ontology = parse_ontology(json.loads(str(options["ontology"])))
        self._config = write_label_studio(self._ontology)
        self._version = ""

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Set the back end up at the first value, then have it predict one task."""
        return _told(lambda: self._proposed(medium, wanted))

    def _proposed(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        if not self._version:
            self._version = self._server.set_up(project=self._project, config=self._config)
        about = self._ontology.label(wanted[0].label) if wanted else None
        if about is None:
            return []
        data = {about.on: data_value(medium)}
        answer = self._server.post(
            "/predict",
            {
                "tasks": [{"id": 1, "data": data, "annotations": [], "predictions": []}],
                "model_version": self._version,
                "project": self._project,
                "label_config": self._config,
                "params": {"login": None, "password": None, "context": None},
            },
        )
        predictions = read_predictions(answer)
        if not predictions:
            return []
        facts = medium.facts
        has_size = facts.get("width") and facts.get("height")
        return proposals_of_prediction(
            predictions[0],
            self._ontology,
            data=data,
            size=(int(facts["width"]), int(facts["height"])) if has_size else None,
            wanted=wanted,
        )


def sent_value(medium: Medium) -> dict[str, Any]:
    """Return a value as an endpoint gets it: text, base64 of a file, or JSON."""
    if medium.path is not None:
        return {medium.type: base64.b64encode(_content(medium)).decode()}
    return {medium.type: medium.value}


def data_value(medium: Medium) -> Any:
    """Return a value as Label Studio's tasks hold it; a file as a data: URL."""
    if medium.path is None:
        return medium.value
    mime = str(medium.facts.get("mime") or "application/octet-stream")
    return f"data:{mime};base64,{base64.b64encode(_content(medium)).decode()}"


def open_prelabeler(models: Path, options: Mapping[str, Value]) -> Prelabeler:
    """Prepare to ask; no packet is sent before the first value."""
    given = cast("Mapping[str, Any]", options)
    secret = given.get("secret", "")
    if secret is None:
        raise PrelabelerFault("secret_lost", "Its Authorization was sealed by another SECRET_KEY.")
    server = ModelServer(str(given["url"]), secret=str(secret))
    if given["kind"] == "label_studio":
        return BackEndProposer(server, given)
    return EndpointProposer(server, given)


def _content(medium: Medium) -> bytes:
    assert medium.path is not None
    if medium.path.stat().st_size > MAX_IMAGE:
        raise PlugFault("no_file", f"The file is over {MAX_IMAGE >> 20} MiB, too large to send.")
    return medium.path.read_bytes()


def _told(propose: Any) -> list[Proposal]:
    """Return what is proposed; every failure that can be named is one of this value alone."""
    try:
        found: list[Proposal] = propose()
        return found
    except PlugFault as fault:
        raise PrelabelerFault(fault.code, fault.detail) from fault
    except PenumbraError as error:
        raise PrelabelerFault(error.code, error.detail) from error
