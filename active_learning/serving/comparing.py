"""How a candidate version does beside the stable one, on the calls that people really make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Arm", "Comparison", "Comparisons"]

Answer = Mapping[str, Any]


@dataclass
class Arm:
    """One version's part: inputs, errors, milliseconds of computing and their squares."""

    inputs: int = 0
    errors: int = 0
    ms: float = 0.0
    slowest_ms: float = 0.0
    score: float = 0.0
    """Sum of the probabilities of the answers given."""

    def add(self, answer: Answer) -> None:
        """Count one answer."""
        self.inputs += 1
        if "error" in answer:
            self.errors += 1
            return
        self.ms += float(answer["latency_ms"])
        self.slowest_ms = max(self.slowest_ms, float(answer["latency_ms"]))
        self.score += float(answer["top"])


@dataclass
class Comparison:
    """Two versions on the same inputs."""

    stable: Arm = field(default_factory=Arm)
    candidate: Arm = field(default_factory=Arm)
    compared: int = 0
    same: int = 0

    def add(self, stable: Answer, candidate: Answer) -> None:
        """Count one input that both were asked."""
        self.stable.add(stable)
        self.candidate.add(candidate)
        if "error" in stable or "error" in candidate:
            return
        self.compared += 1
        self.same += _said(stable) == _said(candidate)


class Comparisons:
    """The comparisons since they were last taken, by the pair of versions."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], Comparison] = {}

    def add(self, pair: tuple[str, str], stable: Answer, candidate: Answer) -> None:
        """Count one input."""
        self._pairs.setdefault(pair, Comparison()).add(stable, candidate)

    def take(self) -> list[dict[str, Any]]:
        """Return what was counted as JSON, and begin anew: who takes it keeps it."""
        taken, self._pairs = self._pairs, {}
        return [
            {"stable": stable, "candidate": candidate, "counts": asdict(comparison)}
            for (stable, candidate), comparison in taken.items()
        ]


def _said(answer: Answer) -> Any:
    """What of an answer must be equal: the value, or the classes and places of the regions."""
    if answer["value"] is not None:
        return answer["value"]
    return [(region["label_class"], region["geometry"]) for region in answer["regions"]]
