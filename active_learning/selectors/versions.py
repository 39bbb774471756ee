"""Model versions: which one is in use, its weights, and how it stands in one line."""

from django.core.cache import cache
from django.core.files.storage import default_storage

from active_learning.models import ModelVersion
from active_learning.models.model_version import NAME_PREFIX
from active_learning.selectors.waiting import waits_for
from labeling.kernel.errors import NotFound, Unavailable
from labeling.models import Project
from labeling.selectors.learning import LearningSummary

KEPT_S = 3
SERVED_S = 1


def active_version(project: Project) -> ModelVersion | None:
    """Return the version in use."""
    return ModelVersion.objects.filter(project=project, is_active=True).first()


def served_version(project: Project) -> ModelVersion | None:
    """Return the version that answers pre-label calls, read at most once a second.

    A version that was just replaced still answers, so being a second late harms nobody, and the
    call is spared a third of its time in the web process.
    """
    key = f"served-version:{project.pk}"
    version: ModelVersion | None = cache.get(key)
    if version is None and (version := active_version(project)) is not None:
        cache.set(key, version, SERVED_S)
    return version


def get_version(project: Project, version_id: int) -> ModelVersion:
    """Return one of the project's versions."""
    version = ModelVersion.objects.filter(project=project, pk=version_id).first()
    if version is None:
        raise NotFound("This project has no such model version.")
    return version


def version_weights(version: ModelVersion) -> bytes:
    """Return the version's file."""
    try:
        with default_storage.open(version.path) as file:
            content: bytes = file.read()
    except OSError as error:
        raise Unavailable(
            f"The weights of model version {version.number} are missing from the storage. "
            "Train again.",
            code="weights_missing",
        ) from error
    return content


def shows_learned(project: Project) -> bool:
    """Whether lists show the learner's predictions, not those that a client brought."""
    return not project.model_version or project.model_version.startswith(NAME_PREFIX)


def summary_of(project_id: int) -> LearningSummary | None:
    """Return how the project's model stands; a few seconds old, for it is asked at every task."""
    key = f"learning-summary:{project_id}"
    known: LearningSummary | None = cache.get(key)
    if known is None:
        known = _summary(project_id)
        cache.set(key, known, KEPT_S)
    return known


def _summary(project_id: int) -> LearningSummary:
    version = ModelVersion.objects.filter(project_id=project_id, is_active=True).first()
    if version is None:
        project = Project.objects.filter(pk=project_id).first()
        return LearningSummary(waits=waits_for(project) if project else None)
    is_told = version.is_measured
    return LearningSummary(
        model_version=version.number,
        accuracy=version.accuracy if is_told else None,
        low=version.low if is_told else None,
        high=version.high if is_told else None,
        labels=version.labels,
    )
