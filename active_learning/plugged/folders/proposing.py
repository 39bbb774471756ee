"""A model folder as a pre-labeler; runs in a pre-labeling process, see `prelabelers.child`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.folders.layout import read_folder
from active_learning.plugged.folders.model import FolderModel
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.wording import text_of_medium
from labeling.media.parameters import Value

__all__ = ["open_prelabeler"]

LEAST = 0.25
"""Of several classes, those below are not proposed."""


class FolderProposer:
    """See `prelabelers.base.Prelabeler`."""

    def __init__(self, model: FolderModel) -> None:
        self._model = model

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return entities of a text, or the classes of a value."""
        kinds = {one.kind for one in wanted} & self._model.folder.about.fills
        try:
            if "span" in kinds:
                return [
                    Proposal("span", span.name, span.score, {"start": span.start, "end": span.end})
                    for span in self._model.entities_of(text_of_medium(medium))
                ]
            return self._classes(medium, sorted(kinds)) if kinds else []
        except PlugFault as fault:
            raise PrelabelerFault(fault.code, fault.detail) from fault

    def _classes(self, medium: Medium, kinds: Sequence[str]) -> list[Proposal]:
        shares, names = self._shares(medium), self._model.names
        best = int(shares.argmax())
        found = []
        for kind in kinds:
            columns = [best] if kind == "choice" else np.flatnonzero(shares >= LEAST)
            found += [Proposal(kind, names[at], float(shares[at])) for at in columns]
        return found

    def _shares(self, medium: Medium) -> NDArray[np.float64]:
        if "image" not in self._model.folder.about.reads:
            return self._model.classes_of_text(text_of_medium(medium))
        if medium.path is None:
            raise PlugFault("no_file", "The field holds no image.")
        return self._model.classes_of_picture(medium.path.read_bytes())


def open_prelabeler(models: Path, options: Mapping[str, Value]) -> Prelabeler:
    """Open the folder named by ``path``."""
    try:
        return FolderProposer(FolderModel(read_folder(Path(str(options["path"])))))
    except PlugFault as fault:
        raise PrelabelerFault(fault.code, fault.detail) from fault
