"""The sources of proposals; a new one is a file and a line here, or in an upper floor's `ready`."""

from labeling.kernel.registry import Registry
from labeling.services.proposals.ask import Source
from labeling.services.proposals.calibration import by_calibration
from labeling.services.proposals.characters import by_characters
from labeling.services.proposals.times import by_time

__all__ = ["SOURCES"]

SOURCES: Registry[Source] = Registry("source of proposals")
SOURCES.add("characters", by_characters)
SOURCES.add("time", by_time)
SOURCES.add("calibration", by_calibration)
