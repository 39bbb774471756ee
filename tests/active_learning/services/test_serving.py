"""The web process's line to serving: what it exposes of it."""

from pathlib import Path
from typing import Any

import pytest

from active_learning.services.serving import serving_metrics
from tests.active_learning.serving.conftest import running_server

pytestmark = pytest.mark.django_db


def test_metrics_of_serving_are_among_the_installations(
    models: Path, settings: Any, api: Any
) -> None:
    with running_server(models) as url:
        settings.SERVING_URL = url
        text = api.get("/metrics").content.decode()
    assert "penumbra_workers" in text
    assert "penumbra_serving_up 1" in text
    assert "penumbra_serving_queue_depth 0" in text
    assert "penumbra_serving_up 0" in serving_metrics()
