"""Train, calibrate, measure, store: a new version from the labels so far."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from active_learning.learners.heads import HeadFileError
from active_learning.models import ModelVersion
from active_learning.selectors.labelled import Labelled
from active_learning.selectors.versions import active_version, version_weights
from active_learning.services.running_round import RunningRound
from active_learning.services.training import Lesson, measure, train
from active_learning.services.versions import store_version
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle, write_bundle
from labeling.kernel.errors import Unavailable

__all__ = ["Learned", "learn_version"]


@dataclass(frozen=True)
class Learned:
    """A version and what it holds."""

    bundle: Bundle
    version: ModelVersion


def learn_version(
    *, this: RunningRound, lesson: Lesson, labelled: Sequence[Labelled], rng: np.random.Generator
) -> Learned | None:
    """Fit and store a new version, or take the one in use when only ranking was asked for.

    None while the labels tell nothing apart. The fit calibrates its own probabilities.
    """
    active, previous = active_version(lesson.project), _previous_bundle(lesson)
    if this.order.rank_only and active is not None and previous is not None:
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
    content = write_bundle(trained.bundle)
    accuracy = measured.accuracy
    facts = ModelVersion(
        label=lesson.target.label.id,
        kind=lesson.target.kind,
        classes=list(trained.classes),
        ontology_number=lesson.project.ontology_number,
        layout=lesson.layout.id,
        key=bundle_key(content),
        labels=trained.labels,
        holdout=measured.tasks,
        accuracy=accuracy.value if accuracy else None,
        low=accuracy.low if accuracy else None,
        high=accuracy.high if accuracy else None,
        ece=measured.ece,
        seconds=round(time.monotonic() - started, 3),
        trigger=this.order.trigger if active else "first",
    )
    version = store_version(project=lesson.project, content=content, facts=facts)
    return Learned(trained.bundle, version)


def _previous_bundle(lesson: Lesson) -> Bundle | None:
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
