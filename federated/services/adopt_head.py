"""Takes a round's shared model into a project: its next version, unless its own is better."""

from dataclasses import dataclass

from active_learning.learners.heads import HeadFileError
from active_learning.models import ModelVersion
from active_learning.selectors.labelled import labelled_tasks
from active_learning.selectors.versions import active_version, version_weights
from active_learning.services.retrain import enqueue_round
from active_learning.services.training import Lesson, Measured, measure
from active_learning.services.versions import activate_version, store_version
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle, write_bundle
from federated.wire.model import SharedHead
from labeling.kernel.errors import Unavailable

__all__ = ["Adopted", "adopt_head"]

TRIGGER = "federated"


@dataclass(frozen=True)
class Adopted:
    """The stored version, and whether the site uses it from now on."""

    version: ModelVersion
    is_used: bool


def adopt_head(*, lesson: Lesson, head: SharedHead) -> Adopted:
    """Store the shared model, measure it on the site's own hold-out, use it unless it is worse.

    A site keeps its own model where that is the better one here; the version is stored all the
    same, so that people can compare and switch. Using it ranks the queue anew.
    """
    bundle = _bundle(lesson, head)
    labelled = labelled_tasks(lesson.project, lesson.target)
    found = measure(lesson=lesson, bundle=bundle, labelled=labelled)
    content = write_bundle(bundle)
    accuracy = found.accuracy
    version = store_version(
        project=lesson.project,
        content=content,
        facts=ModelVersion(
            label=lesson.target.label.id,
            kind=lesson.target.kind,
            classes=list(head.classes),
            ontology_number=lesson.project.ontology_number,
            layout=lesson.layout.id,
            key=bundle_key(content),
            labels=sum(not item.is_holdout for item in labelled),
            holdout=found.tasks,
            accuracy=accuracy.value if accuracy else None,
            low=accuracy.low if accuracy else None,
            high=accuracy.high if accuracy else None,
            ece=found.ece,
            trigger=TRIGGER,
        ),
    )
    own = _own(lesson)
    is_used = own is None or not _is_worse(
        found, measure(lesson=lesson, bundle=own, labelled=labelled)
    )
    if is_used:
        activate_version(project=lesson.project, version=version)
        enqueue_round(project=lesson.project, trigger=TRIGGER, rank_only=True)
    return Adopted(version, is_used)


def _bundle(lesson: Lesson, head: SharedHead) -> Bundle:
    return Bundle(
        kind=lesson.target.kind,
        label=lesson.target.label.id,
        fields=lesson.target.fields,
        layout=lesson.layout.id,
        main=head.as_linear(),
    )


def _own(lesson: Lesson) -> Bundle | None:
    """Return the version in use, where it answers the same question."""
    version = active_version(lesson.project)
    if version is None:
        return None
    try:
        bundle = read_bundle(version_weights(version))
    except (Unavailable, HeadFileError):
        return None
    return bundle if lesson.is_taught_by(bundle) else None


def _is_worse(shared: Measured, own: Measured) -> bool:
    """Whether the site's own model is better on the same hold-out; unmeasured ones are equal."""
    if shared.accuracy is None or own.accuracy is None:
        return False
    return shared.accuracy.value < own.accuracy.value
