"""A pre-labeling process: one value a line in, its raw proposals a line out.

Started as a script by `asking`. A value that makes a model fail, hang or swell ends this process
and nothing else; models stay open from one value to the next.
"""

import importlib
import json
import os
import resource
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from active_learning.prelabelers.base import (
    ClassName,
    Medium,
    Prelabeler,
    PrelabelerFault,
    View,
    Wanted,
)
from labeling.media.decoding.answering import answer_lines, lower_limits

__all__ = ["answer", "serve"]

NICENESS = 10
"""Pre-labels can wait; people and their next model cannot."""
MAX_OUTPUT_BYTES = 1 << 30
_opened: dict[str, Prelabeler] = {}


def serve() -> None:
    """Answer requests until the other side hangs up."""
    os.nice(NICENESS)
    # Libraries that can use torch load it where it is installed: seconds, and half a gigabyte.
    sys.meta_path.insert(0, _WithoutTorch())
    answer_lines(answer)


class _WithoutTorch(MetaPathFinder):
    """Says that torch is not installed; a None among the modules would be taken for it by scipy.

    A pre-labeler whose options say `loads_torch` is one that needs it.
    """

    is_wanted = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if fullname == "torch" and not self.is_wanted:
            raise ModuleNotFoundError("torch is not loaded here", name=fullname)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return `{"proposals": [...]}`, or `{"fault": code, "detail": ...}`."""
    try:
        _limit(request["memory_mb"])
        proposer = _prelabeler(request)
        found = proposer.propose(_medium(request["medium"]), _wanted(request["wanted"]))
        return {"proposals": [_as_json(asdict(proposal)) for proposal in found]}
    except PrelabelerFault as fault:
        return {"fault": fault.code, "detail": fault.detail}
    except MemoryError:
        return {"fault": "too_large", "detail": "It needs more memory than it may use."}
    except Exception as error:  # the outermost loop of this process: a model's bug is one answer
        return {"fault": "failed", "detail": f"{type(error).__name__}: {error}"[:400]}


def _prelabeler(request: dict[str, Any]) -> Prelabeler:
    key = json.dumps([request["module"], request["options"]], sort_keys=True)
    if key not in _opened:
        _WithoutTorch.is_wanted |= bool(request["options"].get("loads_torch"))
        module = importlib.import_module(request["module"])
        _opened[key] = module.open_prelabeler(Path(request["models"]), request["options"])
    return _opened[key]


def _medium(given: dict[str, Any]) -> Medium:
    views = {
        View(name, tuple((key, value) for key, value in pairs)): Path(path)
        for name, pairs, path in given["views"]
    }
    path = Path(given["path"]) if given["path"] else None
    facts, beside = given["facts"], given["beside"]
    return Medium(given["type"], given["value"], path, facts, views, beside)


def _wanted(given: list[dict[str, Any]]) -> list[Wanted]:
    return [
        Wanted(
            **{
                **item,
                "classes": tuple(ClassName(**one) for one in item["classes"]),
                "points": tuple(item["points"]),
                "fields": tuple(item["fields"]),
            }
        )
        for item in given
    ]


def _as_json(value: Any) -> Any:
    """Numbers of numpy become Python's; other strange things their text."""
    if isinstance(value, dict):
        return {str(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "tolist"):
        return _as_json(value.tolist())
    return dict(value) if hasattr(value, "keys") else str(value)


def _limit(memory_mb: int) -> None:
    lower_limits(
        {
            resource.RLIMIT_AS: memory_mb << 20,
            resource.RLIMIT_FSIZE: MAX_OUTPUT_BYTES,
            resource.RLIMIT_CORE: 0,
        }
    )


if __name__ == "__main__":
    serve()
