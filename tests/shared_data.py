"""Finds the real data and failure cases that lie beside the repository, or skips."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared(relative: str) -> Path:
    """The path of a shared file or folder; skips the test with a reason when it is missing."""
    base = Path(os.environ.get("PENUMBRA_SHARED", ROOT.parent / "shared"))
    path = base / relative
    if not path.exists():
        pytest.skip(f"shared data is missing: {relative} (set PENUMBRA_SHARED to its folder)")
    return path
