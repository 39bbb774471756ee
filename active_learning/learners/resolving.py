"""Loads what the table of learned kinds names.

The serving process asks for readers and judges; only a worker asks for learners, which load torch.
"""

from __future__ import annotations

import importlib
from typing import Any

from active_learning.learners.base import Learner
from active_learning.learners.heads.judgement import Judge
from active_learning.learners.heads.reader import Reader
from active_learning.learners.kinds import KINDS

__all__ = ["judge_of", "learner_of", "reader_of"]


def learner_of(kind: str) -> type[Learner[Any, Any]]:
    """Return the class that fits a kind of label; loads torch."""
    found: type[Learner[Any, Any]] = _resolved(KINDS[kind].learner)
    return found


def judge_of(kind: str) -> Judge:
    """Return what predicts a kind of label."""
    found: Judge = _resolved(KINDS[kind].judge)
    return found


def reader_of(kind: str) -> type[Reader[Any]]:
    """Return what reads values for a kind that reads more than the task's vector."""
    found: type[Reader[Any]] = _resolved(KINDS[kind].reader)
    return found


def _resolved(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"active_learning.{module}"), name)
