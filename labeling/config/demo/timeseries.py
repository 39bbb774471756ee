"""Days of a pump house by arithmetic: four gauges with leaks, stalls and hours without readings."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["pump_house", "write_days"]

STEP_S = 20
FIRST = datetime(2026, 3, 2, tzinfo=UTC)
HEADER = "time,pressure (bar),flow (l/s),temperature (°C),vibration (mm/s)"
Gauge = NDArray[np.float64]


def pump_house(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield `count` files of three days each."""
    for number in range(count):
        path = folder / f"pump-{number:02}.csv"
        write_days(path, rng, FIRST + timedelta(days=3 * number), days=3)
        yield {"data": {"gauges": path}, "external_id": path.stem}


def write_days(path: Path, rng: np.random.Generator, first: datetime, days: float) -> None:
    """Write the gauges of some days, every twenty seconds, as an engineer's logger would."""
    count = int(days * 86_400 / STEP_S)
    hours = np.arange(count) * STEP_S / 3600
    gauges = _quiet(rng, hours)
    for spoil in (_leak, _stall, _bearing):
        for _ in range(int(rng.integers(1, 3))):
            spoil(rng, hours, gauges)
    missing = rng.random(count) < 0.002
    start = int(rng.uniform(0.2, 0.8) * count)
    off = np.zeros(count, bool)
    off[start : start + int(rng.uniform(1, 3) * 3600 / STEP_S)] = True
    with path.open("w", encoding="utf-8") as file:
        file.write(HEADER + "\n")
        for i in np.flatnonzero(~off):
            stamp = (first + timedelta(seconds=int(i) * STEP_S)).isoformat()
            cells = [f"{gauge[i]:.2f}" for gauge in gauges]
            if missing[i]:
                cells[int(i) % len(cells)] = ""
            file.write(",".join([stamp, *cells]) + "\n")


def _quiet(rng: np.random.Generator, hours: Gauge) -> list[Gauge]:
    """Gauges of a day on which nothing happens: people wash, cook and sleep."""
    noise = [rng.normal(size=len(hours)) for _ in range(4)]
    day = np.sin(2 * np.pi * (hours - 9) / 24)
    meals = sum(np.exp(-(((hours - at) % 24 / 1.3) ** 2)) for at in (6.5, 18.0))
    pump = (np.sin(2 * np.pi * hours / 0.9) > -0.2).astype(float)
    flow = 14 + 4 * day + 9 * meals + 0.5 * noise[0]
    pressure = 4.6 - 0.035 * flow + 0.25 * pump + 0.03 * noise[1]
    warmth = 11 + 3.5 * np.sin(2 * np.pi * (hours - 14) / 24) + 0.08 * noise[2]
    shake = 0.6 + 1.3 * pump + 0.18 * np.abs(noise[3])
    return [pressure, np.asarray(flow), warmth, shake]


def _part(rng: np.random.Generator, hours: Gauge, least: float, most: float) -> slice:
    length = int(rng.uniform(least, most) * 3600 / STEP_S)
    start = int(rng.integers(0, max(1, len(hours) - length)))
    return slice(start, start + length)


def _leak(rng: np.random.Generator, hours: Gauge, gauges: list[Gauge]) -> None:
    """Flow rises and pressure sinks until somebody closes a valve."""
    part = _part(rng, hours, 1.5, 5)
    ramp = np.linspace(0, 1, part.stop - part.start) ** 0.5
    gauges[1][part] += 8 * ramp
    gauges[0][part] -= 0.9 * ramp


def _stall(rng: np.random.Generator, hours: Gauge, gauges: list[Gauge]) -> None:
    """The pump stands still: no vibration, and the pressure falls away."""
    part = _part(rng, hours, 0.3, 1.2)
    gauges[3][part] = 0.05 + 0.02 * np.abs(rng.normal(size=part.stop - part.start))
    gauges[0][part] -= 1.4 * (1 - np.exp(-np.linspace(0, 4, part.stop - part.start)))


def _bearing(rng: np.random.Generator, hours: Gauge, gauges: list[Gauge]) -> None:
    """A bearing runs hot: bursts of vibration, each worse than the last."""
    part = _part(rng, hours, 2, 6)
    steps = np.arange(part.stop - part.start)
    bursts = (np.sin(steps / 21) > 0.75) * np.linspace(0.5, 4.5, len(steps))
    gauges[3][part] += bursts * np.abs(rng.normal(1, 0.3, size=len(steps)))
    gauges[2][part] += np.linspace(0, 4, len(steps))
