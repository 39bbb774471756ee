"""A brought file as a pre-labeler; runs in a pre-labeling process, see `prelabelers.child`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from active_learning.plugged.declaration import Declaration, read_declaration
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.feeding import Feeder
from active_learning.plugged.opened import OpenedModel, open_model
from active_learning.plugged.reading import FILLS, read_outputs
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from labeling.media.parameters import Value

__all__ = ["open_prelabeler"]


class FileProposer:
    """See `prelabelers.base.Prelabeler`."""

    def __init__(self, model: OpenedModel, feeder: Feeder, declaration: Declaration) -> None:
        self._model = model
        self._feeder = feeder
        self._declaration = declaration

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Feed the value, run the model, read its tensors."""
        kinds = sorted({one.kind for one in wanted} & FILLS[self._declaration.reading])
        try:
            feed, frame = self._feeder.feed(medium)
            outputs = self._model.run(feed) if kinds else {}
            return [
                proposal
                for kind in kinds
                for proposal in read_outputs(self._declaration, kind, outputs, frame)
            ]
        except PlugFault as fault:
            raise PrelabelerFault(fault.code, fault.detail) from fault


def open_prelabeler(models: Path, options: Mapping[str, Value]) -> Prelabeler:
    """Open the file named by ``path``, as ``declaration`` (JSON) says."""
    try:
        declaration = read_declaration(json.loads(str(options["declaration"])))
        model = open_model(Path(str(options["path"])))
    except PlugFault as fault:
        raise PrelabelerFault(fault.code, fault.detail) from fault
    tokenizer = str(options.get("tokenizer") or "")
    feeder = Feeder(declaration, model.inputs, models, Path(tokenizer) if tokenizer else None)
    return FileProposer(model, feeder, declaration)
