"""What every test may rely on: jobs run in line, and no cache outlives its test."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from labeling import policies
from labeling.kernel.jobs import set_backend
from labeling.selectors.learning import set_learning_provider
from labeling.selectors.ontologies import parsed_ontology
from labeling.selectors.similarity import set_similarity_provider
from labeling.services.jobs import ImmediateBackend
from labeling.services.routing import set_router
from tests.factories.client import ApiClient


@pytest.fixture(autouse=True)
def _jobs_in_line() -> Iterator[None]:
    previous = set_backend(ImmediateBackend())
    yield
    if previous is not None:
        set_backend(previous)


@pytest.fixture(autouse=True)
def _no_memory_between_tests() -> Iterator[None]:
    """Row ids repeat from test to test, so what is kept by id must go."""
    parsed_ontology.cache_clear()
    policies._known.clear()
    cache.clear()
    router, learning = set_router(None), set_learning_provider(None)
    similarity = set_similarity_provider(None)
    yield
    set_router(router)
    set_learning_provider(learning)
    set_similarity_provider(similarity)


@pytest.fixture
def api() -> ApiClient:
    """A client that is not signed in; `api.as_(user)` gives one that is."""
    return ApiClient()
