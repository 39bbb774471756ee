"""Model files for tests: built once a machine, in a folder that outlives the run."""

import tempfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def models() -> Path:
    """Return the folder of built encoders (`built_file` locks, so parallel runs build once)."""
    return Path(tempfile.gettempdir()) / "penumbra-test-models"
