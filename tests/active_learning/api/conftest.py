"""A serving process that answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from active_learning.services import serving
from tests.active_learning.serving.conftest import running_server


@pytest.fixture
def served(models: Path, settings: Any) -> Iterator[None]:
    """Run one, where the services look for it."""
    with running_server(models) as url:
        settings.SERVING_URL = url
        yield
        serving.serving_client().close()
