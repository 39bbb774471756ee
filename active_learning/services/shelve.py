"""What people do with versions on the shelf: promote, roll back, release, archive, restore."""

from django.db import transaction

from active_learning.models import ArchivedVersion, ModelVersion, Promotion
from active_learning.selectors.promotions import newest_promotion
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import version_weights
from active_learning.services.retrain import enqueue_round
from active_learning.services.versions import activate_version
from labeling.kernel.errors import Conflict
from labeling.policies import Access


def promote_version(*, access: Access, version: ModelVersion, holds: bool) -> int:
    """Use a version from now on, and return the job that ranks the open tasks by it.

    With ``holds`` rounds rank by it and replace it no more, until it is released.
    """
    refuse_unusable(access, version)
    activate_version(
        project=access.project,
        version=version,
        by_person=True,
        user_id=access.user.pk,
        holds=holds,
    )
    return enqueue_round(
        project=access.project, trigger="person", user_id=access.user.pk, rank_only=True
    )


def roll_back(*, access: Access) -> tuple[ModelVersion, int]:
    """Use again what was in use before; return it and the job that ranks by it."""
    newest = newest_promotion(access.project)
    before = newest.before if newest else None
    if before is None:
        raise Conflict(
            "No other version was in use before this one; promote a version instead.",
            code="nothing_before",
        )
    return before, promote_version(access=access, version=before, holds=False)


def release_version(*, access: Access) -> None:
    """Let rounds replace the version in use again."""
    newest = newest_promotion(access.project)
    if newest is None or not newest.holds:
        raise Conflict("No version is held in use.", code="not_held")
    Promotion.objects.filter(pk=newest.pk).update(holds=False)


@transaction.atomic
def archive_version(*, access: Access, version: ModelVersion) -> None:
    """Put a version away; it stays whole and can be restored."""
    if version.is_active:
        raise Conflict(
            f"Version {version.number} is in use. Promote another one first.", code="in_use"
        )
    ArchivedVersion.objects.get_or_create(version=version, defaults={"by": access.user})


def restore_version(*, version: ModelVersion) -> None:
    """Offer an archived version again."""
    ArchivedVersion.objects.filter(version=version).delete()


def refuse_unusable(access: Access, version: ModelVersion) -> None:
    """Raise where a version answers what is asked no more, or its weights are gone."""
    target = learning_target(access.project)
    if target is None or (target.label.id, target.kind) != (version.label, version.kind):
        raise Conflict(
            f"Version {version.number} answers {version.label!r} as {version.kind}, which the "
            "project does not learn now. Choose that label as target label in the settings first.",
            code="other_label",
        )
    gone = sorted(set(version.classes) - set(target.classes))
    if gone:
        raise Conflict(
            f"Version {version.number} was trained on ontology version {version.ontology_number} "
            f"and answers with classes that are gone: {', '.join(gone)}. Train a new version.",
            code="other_ontology",
        )
    version_weights(version)
