"""What a training job learns from, pinned: rows, their parts, and a hash that names them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Row", "Snapshot", "snapshot_hash"]

VALIDATION_SHARE = 0.15
LEAST_VALIDATION = 8
"""Fewer validation rows stop nothing and choose nothing; then all rows are trained on."""


@dataclass(frozen=True)
class Row:
    """One answer that is learned.

    Attributes
    ----------
    answer : plain JSON: a class id, a sorted list of them, or marked regions
    soft : probabilities of classes, where a crowd's answers tell who errs
    weight : how much it counts
    is_test : held out from every training; it only measures
    """

    task_id: int
    answer: Any
    weight: float
    is_test: bool
    soft: Mapping[str, float] | None = None

    @property
    def canonical(self) -> list[Any]:
        """Return what is hashed: the same rows give the same hash on every machine."""
        soft = None if self.soft is None else {k: round(v, 6) for k, v in sorted(self.soft.items())}
        return [self.task_id, self.answer, soft, round(self.weight, 6), self.is_test]


@dataclass(frozen=True)
class Snapshot:
    """Rows and the part each task has in training.

    A task is validated on or trained on by a draw that depends on its id alone, so that several
    votes on one task stay together and a larger slice later draws the same.
    """

    rows: tuple[Row, ...]

    @property
    def hash(self) -> str:
        """Return the name of exactly these answers."""
        return snapshot_hash(self.rows)

    @property
    def taught(self) -> tuple[Row, ...]:
        """Return the rows that are trained or validated on."""
        return tuple(row for row in self.rows if not row.is_test)

    def validates(self, task_id: int) -> bool:
        """Whether a task stops and chooses rather than teaches."""
        return self._is_split and _draw(task_id) < VALIDATION_SHARE

    @property
    def _is_split(self) -> bool:
        tasks = {row.task_id for row in self.taught}
        return sum(_draw(task_id) < VALIDATION_SHARE for task_id in tasks) >= LEAST_VALIDATION

    def counts(self) -> dict[str, Any]:
        """Return tasks by part and rows by class, as people are shown them."""
        is_split = self._is_split
        taught = {row.task_id for row in self.taught}
        held = {task_id for task_id in taught if is_split and _draw(task_id) < VALIDATION_SHARE}
        return {
            "rows": len(self.rows),
            "tasks": len({row.task_id for row in self.rows}),
            "train": len(taught - held),
            "validation": len(held),
            "test": len({row.task_id for row in self.rows if row.is_test}),
            "classes": dict(Counter(name for row in self.taught for name in named(row.answer))),
        }

    def as_json(self) -> list[list[Any]]:
        """Return the rows as they are stored beside a run."""
        return [row.canonical for row in self.rows]

    @classmethod
    def from_json(cls, stored: Iterable[Sequence[Any]]) -> Snapshot:
        """Read what `as_json` gave."""
        return cls(
            tuple(
                Row(int(task_id), answer, float(weight), bool(is_test), soft)
                for task_id, answer, soft, weight, is_test in stored
            )
        )


def snapshot_hash(rows: Iterable[Row]) -> str:
    """Return 16 hex digits of the SHA-256 of the rows, in whatever order they come."""
    lines = sorted(json.dumps(row.canonical, ensure_ascii=False, sort_keys=True) for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def named(answer: Any) -> list[str]:
    """Return the classes that an answer names."""
    if isinstance(answer, str):
        return [answer]
    return [item if isinstance(item, str) else item["class"] for item in answer or ()]


def _draw(task_id: int) -> float:
    digest = hashlib.blake2b(f"validation:{task_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64
