"""Takes a round's shared model into a project: its next version, unless its own is better."""

from dataclasses import dataclass

from active_learning.models import ModelVersion
from active_learning.selectors.labelled import labelled_tasks
from active_learning.services.learn_version import bundle_in_use, store_measured
from active_learning.services.retrain import enqueue_round
from active_learning.services.training import Lesson, Measured, measure
from active_learning.services.versions import activate_version
from active_learning.serving.bundle import Bundle
from federated.wire.model import SharedHead

__all__ = ["Adopted", "adopt_head"]

TRIGGER = "federated"


@dataclass(frozen=True)
class Adopted:
    """The stored version, whether the site uses it from now on, and how good its own was."""

    version: ModelVersion
    is_used: bool
    own_accuracy: float | None


def adopt_head(*, lesson: Lesson, head: SharedHead) -> Adopted:
    """Store the shared model, measure it on the site's own hold-out, use it unless it is worse.

    A site keeps its own model where that is the better one here; the version is stored all the
    same, so that people can compare and switch. Using it ranks the queue anew.
    """
    bundle = _bundle(lesson, head)
    labelled = labelled_tasks(lesson.project, lesson.target)
    found = measure(lesson=lesson, bundle=bundle, labelled=labelled)
    version = store_measured(
        lesson=lesson,
        bundle=bundle,
        measured=found,
        classes=head.classes,
        labels=sum(not item.is_holdout for item in labelled),
        trigger=TRIGGER,
    )
    own = bundle_in_use(lesson)
    owns = measure(lesson=lesson, bundle=own, labelled=labelled) if own else None
    is_used = owns is None or not _is_worse(found, owns)
    if is_used:
        activate_version(project=lesson.project, version=version)
        enqueue_round(project=lesson.project, trigger=TRIGGER, rank_only=True)
    return Adopted(version, is_used, owns.accuracy.value if owns and owns.accuracy else None)


def _bundle(lesson: Lesson, head: SharedHead) -> Bundle:
    return Bundle(
        kind=lesson.target.kind,
        label=lesson.target.label.id,
        fields=lesson.target.fields,
        layout=lesson.layout.id,
        main=head.as_linear(),
    )


def _is_worse(shared: Measured, own: Measured) -> bool:
    """Whether the site's own model is better on the same hold-out; unmeasured ones are equal."""
    if shared.accuracy is None or own.accuracy is None:
        return False
    return shared.accuracy.value < own.accuracy.value
