"""Figures by which an operator, or an autoscaler, sees how busy the serving process is."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["Meters", "quantile"]

WINDOW_S = 30.0
KEPT_LATENCIES = 4_096
QUANTILES = (0.5, 0.95, 0.99)


class Meters:
    """What happened lately; `clock` gives seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._started = clock()
        self._latencies: deque[tuple[float, float]] = deque(maxlen=KEPT_LATENCIES)
        self._busy: deque[tuple[float, float]] = deque()
        self._outcomes: Counter[str] = Counter()
        self._batches: Counter[int] = Counter()

    def answered(self, outcome: str, waited_s: float) -> None:
        """Note one input: `ok` or the code of its error, and how long it took from its arrival."""
        self._outcomes[outcome] += 1
        if outcome == "ok":
            self._latencies.append((self._clock(), waited_s))

    def computed(self, items: int, seconds: float) -> None:
        """Note one batch."""
        self._batches[items] += 1
        self._busy.append((self._clock(), seconds))

    @property
    def utilisation(self) -> float:
        """The share of the last half minute in which the computing thread worked."""
        now = self._clock()
        while self._busy and self._busy[0][0] < now - WINDOW_S:
            self._busy.popleft()
        span = min(WINDOW_S, now - self._started)
        return min(1.0, sum(seconds for _, seconds in self._busy) / span) if span > 0 else 0.0

    def latency_s(self, share: float) -> float:
        """Return the quantile of the last half minute's latencies; 0 without any."""
        since = self._clock() - WINDOW_S
        return quantile([took for at, took in self._latencies if at >= since], share)

    def as_text(self, gauges: Mapping[str, float]) -> str:
        """Return Prometheus' text form; ``gauges`` are figures that are read only now."""
        items = sum(size * times for size, times in self._batches.items())
        batches = sum(self._batches.values())
        lines: list[str] = []
        for name, value in {**gauges, "utilisation": self.utilisation}.items():
            lines += _metric(name, "gauge", [("", value)])
        lines += _metric(
            "latency_seconds",
            "gauge",
            [(f'{{quantile="{share}"}}', self.latency_s(share)) for share in QUANTILES],
        )
        outcomes = sorted(self._outcomes.items())
        lines += _metric(
            "inputs_total", "counter", [(f'{{outcome="{name}"}}', n) for name, n in outcomes]
        )
        lines += _metric("batches_total", "counter", [("", batches)])
        lines += _metric("batched_inputs_total", "counter", [("", items)])
        return "\n".join(lines) + "\n"


def quantile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank quantile; 0 of nothing."""
    if not values:
        return 0.0
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _metric(name: str, kind: str, rows: Iterable[tuple[str, float]]) -> list[str]:
    full = f"penumbra_serving_{name}"
    return [f"# TYPE {full} {kind}", *(f"{full}{labels} {value:g}" for labels, value in rows)]
