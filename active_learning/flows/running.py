"""A flow as a pre-labeler; runs in a pre-labeling process, see `prelabelers.child`."""

from __future__ import annotations

import importlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from active_learning.flows.base import Passing, StepSettings
from active_learning.flows.registry import STEPS
from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from labeling.media.parameters import Value

__all__ = ["FlowProposer", "open_prelabeler"]


@dataclass
class _Step:
    """One step, and its model once it was asked."""

    number: int
    settings: StepSettings
    module: str | None
    models: Path
    _opened: Prelabeler | None = field(default=None, init=False)

    def run(self, passing: Passing) -> None:
        """Do it; what goes wrong names the step."""
        try:
            STEPS.get(self.settings.kind).run(passing, self.settings, self.ask)
        except PrelabelerFault as fault:
            detail = f"Step {self.number} ({self.settings.kind}): {fault.detail}"
            raise PrelabelerFault(fault.code, detail) from fault

    def ask(self, medium: Medium, wanted: Sequence[Wanted]) -> Sequence[Proposal]:
        """Ask the step's model, which is opened at the first value."""
        assert self.module is not None  # only steps with a model ask
        if self._opened is None:
            module = importlib.import_module(self.module)
            self._opened = module.open_prelabeler(self.models, self.settings.options)
        return self._opened.propose(medium, wanted)


class FlowProposer:
    """See `prelabelers.base.Prelabeler`."""

    def __init__(self, steps: Sequence[_Step]) -> None:
        self._steps = steps

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Take the value through every step."""
        if not wanted:
            return []
        with tempfile.TemporaryDirectory(prefix="penumbra-flow-") as folder:
            passing = Passing.of(medium, wanted, Path(folder))
            for step in self._steps:
                step.run(passing)
        return passing.marks


def open_prelabeler(models: Path, options: Mapping[str, Value]) -> Prelabeler:
    """Read the steps; their models open when they are first asked."""
    steps: list[dict[str, Any]] = json.loads(str(options["flow"]))
    return FlowProposer(
        [
            _Step(
                number,
                StepSettings(step["kind"], step["settings"], options=step["options"]),
                step["module"],
                models,
            )
            for number, step in enumerate(steps, 1)
        ]
    )
