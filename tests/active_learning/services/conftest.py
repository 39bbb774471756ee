"""Fixtures of the services' tests."""

from collections.abc import Iterator

import pytest

from labeling.kernel.jobs import set_backend
from labeling.services.jobs import DatabaseBackend


@pytest.fixture
def queued() -> Iterator[None]:
    """Jobs wait, as behind a real worker."""
    previous = set_backend(DatabaseBackend())
    yield
    if previous is not None:
        set_backend(previous)
