"""A recorded crowd from two tables: votes.csv (task, person, value) and truth.csv (task, value)."""

import csv
from pathlib import Path

import numpy as np

from annotators.agreement.votes import Votes
from annotators.simulation.replay import Course

__all__ = ["CrowdError", "read_crowd"]


class CrowdError(ValueError):
    """A table that cannot be read; the text says which and where."""


def read_crowd(folder: Path) -> Course:
    """Read the votes, and the truths that are known."""
    votes = _rows(folder / "votes.csv", 3)
    known = {row[0]: row[1] for row in _rows(folder / "truth.csv", 2)}
    if not known:
        raise CrowdError(f"{folder / 'truth.csv'} names no truth: nothing could be measured")
    values = sorted({value for _, _, value in votes} | set(known.values()))
    table = Votes.from_rows(((task, who, value) for task, who, value in votes), values)
    at = {value: index for index, value in enumerate(values)}
    truth = [at[known[str(task)]] if task in known else -1 for task in table.tasks]
    return Course(table, np.asarray(truth, dtype=np.int64))


def _rows(path: Path, columns: int) -> list[list[str]]:
    """Return the rows below the head."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))[1:]
    except (OSError, UnicodeDecodeError) as error:
        raise CrowdError(f"{path} cannot be read: {error}") from error
    for line, row in enumerate(rows, 2):
        if len(row) != columns:
            raise CrowdError(f"{path}, line {line}: {columns} columns are wanted, not {len(row)}")
    return rows
