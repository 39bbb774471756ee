"""Projects with a model in use, one of texts and one of images, for the serving benchmark."""

from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import models_folder
from active_learning.models import ModelVersion
from active_learning.serving.bundle import bundle_key
from labeling.models import Project
from labeling.services.users import create_token
from tests.benchmarks.learning.serving_bundles import bundle_for
from tests.factories.facts import make_project, make_user

CLASSES = [{"id": name} for name in "abcd"]


def served_projects() -> dict[str, Any]:
    """Return the ids of both projects, and a token."""
    owner = make_user()
    encoders = Encoders(models_folder(settings.PENUMBRA_DATA))
    facts: dict[str, Any] = {}
    for kind in ("text", "image"):
        ontology = {
            "fields": {"it": {"type": kind}},
            "labels": [{"id": "kind", "kind": "choice", "on": "it", "classes": CLASSES}],
        }
        project = make_project(owner, ontology=ontology)
        _use(project, bundle_for(encoders, kind))
        facts[kind] = project.pk
    facts["token"] = create_token(user=owner, name="bench", scopes=[])[1]
    return facts


def _use(project: Project, content: bytes) -> None:
    path = default_storage.save(f"models/{project.pk}/1.safetensors", ContentFile(content))
    ModelVersion.objects.create(
        project=project, number=1, label="kind", kind="choice", classes=list("abcd"),
        ontology_number=1, layout="x", key=bundle_key(content), path=path,
        size_bytes=len(content), labels=100, trigger="person", is_active=True,
    )  # fmt: skip
