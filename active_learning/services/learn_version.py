"""Train, calibrate, measure, store: a new version from the labels so far."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from active_learning.learners.heads import HeadFileError
from active_learning.models import ModelVersion
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.promotions import is_held
from active_learning.selectors.training_slice import hash_of
from active_learning.selectors.versions import active_version, version_weights
from active_learning.services.lineage import note_lineage
from active_learning.services.running_round import RunningRound
from active_learning.services.training import Lesson, Measured, measure, train
from active_learning.services.versions import store_version
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle, write_bundle
from labeling.kernel.errors import Unavailable

__all__ = ["Learned", "bundle_in_use", "learn_version", "store_measured"]


@dataclass(frozen=True)
class Learned:
    """A version and what it holds."""

    bundle: Bundle
    version: ModelVersion


def learn_version(
    *, this: RunningRound, lesson: Lesson, labelled: Sequence[Labelled], rng: np.random.Generator
) -> Learned | None:
    """Fit and store a new version, or take the one in use when only ranking was asked for.

    None while the labels tell nothing apart. The fit calibrates its own probabilities. A version
    that somebody holds in use is taken as it is, as long as it answers the question.
    """
    active, previous = active_version(lesson.project), bundle_in_use(lesson)
    only_ranks = this.order.rank_only or is_held(lesson.project)
    if only_ranks and active is not None and previous is not None:
        return Learned(previous, active)
    started = time.monotonic()
    trained = train(
        lesson=lesson,
        labelled=labelled,
        previous=previous,
        rng=rng,
        should_stop=this.should_stop,
    )
    if trained is None:
        return None
    this.look()
    measured = measure(lesson=lesson, bundle=trained.bundle, labelled=labelled)
    version = store_measured(
        lesson=lesson,
        bundle=trained.bundle,
        measured=measured,
        classes=trained.classes,
        labels=trained.labels,
        trigger=this.order.trigger if active else "first",
        seconds=round(time.monotonic() - started, 3),
    )
    note_lineage(
        version=version,
        snapshot=hash_of(labelled),
        parent=active,
        parameters=trained.parameters,
    )
    return Learned(trained.bundle, version)


def store_measured(
    *,
    lesson: Lesson,
    bundle: Bundle,
    measured: Measured,
    classes: Sequence[str],
    labels: int,
    trigger: str,
    seconds: float = 0.0,
) -> ModelVersion:
    """Store a bundle as the project's next version, with what is known of it."""
    content, accuracy = write_bundle(bundle), measured.accuracy
    facts = ModelVersion(
        label=lesson.target.label.id,
        kind=lesson.target.kind,
        classes=list(classes),
        ontology_number=lesson.project.ontology_number,
        layout=lesson.layout.id,
        key=bundle_key(content),
        labels=labels,
        holdout=measured.tasks,
        accuracy=accuracy.value if accuracy else None,
        low=accuracy.low if accuracy else None,
        high=accuracy.high if accuracy else None,
        ece=measured.ece,
        seconds=seconds,
        trigger=trigger,
    )
    return store_version(project=lesson.project, content=content, facts=facts)


def bundle_in_use(lesson: Lesson) -> Bundle | None:
    """Return the version in use, if it answers this question from these vectors."""
    version = active_version(lesson.project)
    if version is None:
        return None
    try:
        bundle = read_bundle(version_weights(version))
    except (Unavailable, HeadFileError):
        # Weights that are lost or damaged are no reason to stop learning.
        return None
    return bundle if lesson.is_taught_by(bundle) else None
