"""The project's own model in use as a step: classes a value, or what was cut out of one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.pictures import UnreadablePicture, read_pixels
from active_learning.learners.heads import Features, HeadFileError
from active_learning.learners.resolving import judge_of
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.wording import text_of_medium
from active_learning.serving.bundle import Bundle, read_bundle
from labeling.media.parameters import Value

__all__ = ["open_prelabeler"]


class OwnModelProposer:
    """See `prelabelers.base.Prelabeler`."""

    def __init__(self, bundle: Bundle, encoders: Encoders, names: Mapping[str, str]) -> None:
        self._bundle = bundle
        self._layout = bundle.layout_on(encoders)
        self._names = names

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return how likely each class is, by the classes' names."""
        vector = self._layout.encode([{self._bundle.fields[0].name: _value(medium)}])
        said = judge_of(self._bundle.kind)(self._bundle.heads, Features(vector))[0]
        kinds = sorted({one.kind for one in wanted} & {"choice"})
        return [
            Proposal(kind, self._names.get(own, own), share)
            for kind in kinds
            for own, share in said.probabilities.items()
        ]


def _value(medium: Medium) -> Any:
    if medium.path is None:
        return text_of_medium(medium)
    try:
        return read_pixels(medium.path.read_bytes())
    except UnreadablePicture as error:
        raise PrelabelerFault("unreadable", f"The picture cannot be read: {error}") from error


def open_prelabeler(models: Path, options: Mapping[str, Value]) -> Prelabeler:
    """Open the version in use, and the encoder that it was fitted on."""
    if not options["path"]:
        raise PrelabelerFault(
            "no_model", "The project has no model yet. Label some tasks, two classes at least."
        )
    try:
        bundle = read_bundle(Path(str(options["path"])).read_bytes())
        names = json.loads(str(options["names"]))
        return OwnModelProposer(bundle, Encoders(models), names)
    except (OSError, HeadFileError) as error:
        raise PrelabelerFault(
            "no_model", f"The project's model cannot be opened: {error}"
        ) from error
