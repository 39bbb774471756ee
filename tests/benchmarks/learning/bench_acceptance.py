"""Labels accepted under a bound, on real sets: how many, and how often the bound broke.

Run: `make bench` or `.venv/bin/python tests/benchmarks/learning/bench_acceptance.py [set ...]
[--seeds 0:200] [--keep file]`. With `--keep`, outcomes are added to a file of JSON lines and the
tables are made of all that it holds, so that seeds can be run in parts.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from tests.benchmarks.learning.acceptance_replay import Replay, mnist_pixels, trec

SETS = {"mnist": mnist_pixels, "trec6": trec}
BOUNDS = ((0.01, False), (0.02, False), (0.05, False), (0.1, False), (0.1, True))
DELTA = 0.05


def main() -> None:
    """Replay the sets asked for, then print a table each."""
    asked = _arguments()
    for name in asked.sets or SETS:
        started = time.process_time()
        rows = list(_replayed(name, asked.seeds))
        cpu = time.process_time() - started
        if asked.keep:
            rows = _kept(asked.keep, rows)
        _print_table(name, [row for row in rows if row["set"] == name], cpu)


def _replayed(name: str, seeds: range) -> Iterator[dict]:
    if not seeds:
        return
    pool = SETS[name]()
    for seed in seeds:
        for outcome in Replay(pool, seed, delta=DELTA).run(BOUNDS):
            yield asdict(outcome) | {"set": name, "seed": seed}


def _print_table(name: str, rows: list[dict], cpu: float) -> None:
    seeds = len({row["seed"] for row in rows})
    print(f"\n{name}: {seeds} seeds, {100 * (1 - DELTA):.0f} % certainty, {cpu:.0f} CPU-s")
    print("bound       labels  first look: accepted (range of 95 %), ever, broke")
    for (by_class, alpha), own in _grouped(rows, "by_class", "alpha"):
        bound = f"{100 * alpha:g} %" + (" a class" if by_class else "")
        for (labels,), at in _grouped(own, "labels"):
            share = np.array([row["first"] for row in at])
            low, high = np.quantile(share, [0.025, 0.975])
            broke = np.mean([row["first_broke"] for row in at])
            print(f"{bound:<12}{labels:<8}{share.mean():.3f} ({low:.2f} to {high:.2f})  "
                  f"{(share > 0).mean():.2f}  {broke:.3f}")  # fmt: skip
        paths = [at for _, at in _grouped(own, "seed")]
        broke = np.mean([any(row["path_broke"] for row in at) for at in paths])
        best = np.mean([max((row["path"] or 0.0) for row in at) for at in paths])
        print(f"{'':<12}looking whenever due: {best:.3f} accepted at best, broke in {broke:.3f}")


def _grouped(rows: list[dict], *keys: str) -> Iterable[tuple[tuple, list[dict]]]:
    groups: defaultdict[tuple, list[dict]] = defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    return sorted(groups.items())


def _kept(file: Path, rows: list[dict]) -> list[dict]:
    with file.open("a", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*", choices=[*SETS, []])
    parser.add_argument("--seeds", type=_range, default=range(200))
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


def _range(text: str) -> range:
    first, last = text.split(":")
    return range(int(first), int(last))


if __name__ == "__main__":
    main()
