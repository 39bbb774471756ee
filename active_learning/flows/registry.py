"""The steps that exist; a new one is a file in `steps` and a line here."""

from active_learning.flows.base import StepKind
from active_learning.flows.steps import crop, keep, model, resize, text
from labeling.kernel.registry import Registry

__all__ = ["STEPS"]

STEPS: Registry[StepKind] = Registry("step of a flow")
for _step in (resize.STEP, text.STEP, model.STEP, keep.STEP, crop.STEP):
    STEPS.add(_step.id, _step)
