"""Real crowds with known truth, as votes."""

import csv
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation import Aggregated
from annotators.agreement import Votes

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("PENUMBRA_SHARED", ROOT.parent / "shared")) / "data"
SETS = (
    "snow_wsd", "labelme", "music_genre", "bluebirds", "snow_temp", "face_sentiment",
    "weather_amt", "snow_rte", "dog", "sentpol_sp_amt", "zencrowd_in", "sentiment_company",
    "zencrowd_all", "product", "sentpol_sp", "trec2010", "fact_eval",
)  # fmt: skip
"""Every set with people's votes but CIFAR-10N, whose ids of people were never aligned."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Votes, and the index of the true value of each task, -1 where it is not known."""

    name: str
    votes: Votes
    truth: NDArray[np.int64]

    def accuracy(self, found: Aggregated) -> float:
        """Share of right answers over tasks with known truth; a tie counts its share."""
        return accuracy(found.posterior, self.truth)


def accuracy(posterior: NDArray[np.float64], truth: NDArray[np.int64]) -> float:
    """Share of right answers where the truth is known; a tie counts its share."""
    known = truth >= 0
    best = posterior[known] >= posterior[known].max(1, keepdims=True) - 1e-9
    return float((best[np.arange(len(best)), truth[known]] / best.sum(1)).mean())


def crowd(name: str) -> Crowd:
    """Read one set."""
    folder = DATA / f"crowd_{name}"
    known = dict(_rows(folder / "truth.csv"))
    rows = _rows(folder / "votes.csv")
    values = sorted({label for _, _, label in rows} | set(known.values()))
    votes = Votes.from_rows(((task, who, label) for task, who, label in rows), values)
    at = {value: index for index, value in enumerate(values)}
    truth = [at[known[str(task)]] if task in known else -1 for task in votes.tasks]
    return Crowd(name, votes, np.asarray(truth))


def _rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]
