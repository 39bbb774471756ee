"""The encoders of this process; a worker opens each once."""

from functools import cache

from django.conf import settings

from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.embeddings.folder import build_apart, models_folder
from active_learning.selectors.target import Target


@cache
def encoders() -> Encoders:
    """Return this process's encoders, building what is missing in a process apart."""
    models = models_folder(settings.PENUMBRA_DATA)
    build_apart(models)
    return Encoders(models)


def layout_of(target: Target) -> FieldLayout:
    """Return how the target's fields become one vector here."""
    return FieldLayout(target.fields, encoders())
