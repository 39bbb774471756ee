"""Model files for tests: built once for this environment."""

import tempfile
from pathlib import Path

import pytest

from active_learning.embeddings.folder import models_folder


@pytest.fixture(scope="session")
def models() -> Path:
    """Return the folder of built encoders (`built_file` locks, so parallel runs build once)."""
    return models_folder(Path(tempfile.gettempdir()))
