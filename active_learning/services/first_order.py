"""After an import: vectors for the new tasks and, in a project without a model, a first order."""

import numpy as np

from active_learning.models import QueryRound
from active_learning.selectors.target import learning_target
from active_learning.services.drifting import drift_since
from active_learning.services.embed_tasks import embed_tasks, lacks_vectors
from active_learning.services.encoders import layout_of
from active_learning.services.retrain import enqueue_embedding, enqueue_round
from active_learning.services.training import Lesson
from labeling.kernel.jobs import JobRun
from labeling.models import Project

SEED = 20_070_101


def embed_and_order(*, project: Project, run: JobRun) -> int:
    """Embed what is new; new tasks are then ranked, by the model or (cold) by diversity."""
    target = learning_target(project)
    if target is None:
        return 0
    lesson = Lesson(project, target, layout_of(target))
    done = embed_tasks(
        lesson=lesson,
        tell=lambda n, total: run.progress(n, total, "embedding"),
        should_yield=run.should_yield,
    )
    if lacks_vectors(lesson):
        # A large import must not keep other projects from their next model: to the end of the line.
        enqueue_embedding(project=project)
    elif done:
        _order(lesson)
    return done


def _order(lesson: Lesson) -> None:
    """Rank the new tasks; train where there is no model yet, or they are unlike the known ones."""
    project = lesson.project
    if not QueryRound.objects.filter(project=project).exists():
        enqueue_round(project=project, trigger="import")
        return
    shift = drift_since(lesson=lesson, rng=np.random.default_rng(SEED))
    if shift is not None and shift.is_real:
        enqueue_round(project=project, trigger="drift")
    else:
        enqueue_round(project=project, trigger="import", rank_only=True)
