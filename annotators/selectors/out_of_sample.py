"""What the learner said of tasks before anybody answered them, and so not by heart."""

from django.db.models import F, Min

from labeling.models import Prediction, Project


def blind_predictions(project: Project, label_id: str) -> dict[int, tuple[str, dict[str, float]]]:
    """Return, per task, version and class probabilities of the newest prediction before answers."""
    rows = (
        Prediction.objects.filter(task__project=project, task__annotation_count__gt=0)
        .annotate(first_answer=Min("task__annotations__created_at"))
        .filter(created_at__lt=F("first_answer"))
        .order_by("created_at")
        .values_list("task_id", "model_version", "probabilities")
    )
    return {
        task: (version, probabilities[label_id])
        for task, version, probabilities in rows.iterator(chunk_size=2000)
        if isinstance(probabilities.get(label_id), dict)
    }
