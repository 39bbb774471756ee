"""After an import: vectors for the new tasks and, in a project without a model, a first order."""

from active_learning.models import QueryRound
from active_learning.selectors.target import learning_target
from active_learning.services.embed_tasks import embed_tasks, lacks_vectors
from active_learning.services.encoders import layout_of
from active_learning.services.retrain import enqueue_embedding, enqueue_round
from active_learning.services.training import Lesson
from labeling.kernel.jobs import JobRun
from labeling.models import Project


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
        # With enough imported labels the first round trains; a ranking alone otherwise.
        has_round = QueryRound.objects.filter(project=project).exists()
        enqueue_round(project=project, trigger="import", rank_only=has_round)
    return done
