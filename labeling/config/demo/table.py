"""The order books of a lamp shop, with the slips that hurried people make."""

import csv
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["ledgers", "write_ledger"]

COLUMNS = ("order", "date", "customer", "city", "lamp", "pieces", "price", "total", "paid", "note")
NAMES = ("Ines Falk", "Tom Berg", "Farid Amin", "Lotte Kern", "Ravi Nair", "Sofia Reis", "Mei Lin")
CITIES = ("Oslo", "Porto", "Graz", "Ghent", "Turku", "Split", "Cork")
LAMPS = (("North window", 129.0), ("Fisherman", 84.5), ("Moth", 39.9), ("Lighthouse", 215.0))
NOTES = ("", "", "", "", "gift", "red cable", "call before", "second door")
SLIPS = ("total", "date", "city", "pieces", "twice")
SLIP_SHARE = 0.05


def ledgers(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield one book a month; about every twentieth line has a slip."""
    for month in range(1, count + 1):
        path = write_ledger(folder / f"orders-2026-{month:02}.csv", rng, month, 420)
        yield {"data": {"orders": path}, "external_id": path.stem}


def write_ledger(path: Path, rng: np.random.Generator, month: int, rows: int) -> Path:
    """Write one book; give its path."""
    first = date(2026, (month - 1) % 12 + 1, 1)
    lines: list[list[Any]] = []
    for i in range(rows):
        line = _line(rng, first + timedelta(days=27 * i // rows), f"{month:02}-{i + 1:04}")
        if rng.random() < SLIP_SHARE:
            _slip(rng, line, lines)
        lines.append(line)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *lines])
    return path


def _line(rng: np.random.Generator, day: date, order: str) -> list[Any]:
    lamp, price = LAMPS[rng.integers(len(LAMPS))]
    pieces = int(rng.choice([1, 1, 1, 2, 2, 3, 4, 6]))
    paid = "yes" if rng.random() < 0.9 else "no"
    place = rng.integers(len(NAMES))
    who = [NAMES[place], CITIES[place], lamp]
    sums = [pieces, f"{price:.2f}", f"{pieces * price:.2f}", paid, str(rng.choice(NOTES))]
    return [order, day.isoformat(), *who, *sums]


def _slip(rng: np.random.Generator, line: list[Any], before: list[list[Any]]) -> None:
    kind = str(rng.choice(SLIPS))
    if kind == "total":
        line[7] = f"{float(line[7]) * 10:.2f}"
    elif kind == "date":
        line[1] = line[1].replace("2026", "2062")
    elif kind == "city":
        line[3] = str(line[3]).lower() + "?"
    elif kind == "pieces":
        line[5] = -line[5]
    elif before:
        line[:] = before[-1]
