"""What a project without a model waits for, as a code that screens word."""

from typing import Any

from active_learning.models import QueryRound
from active_learning.models.query_round import ROUND_JOB
from active_learning.selectors.labelled import new_labels
from active_learning.selectors.target import learning_target
from labeling.models import LIVE_STATES, Project, TaskLabel

EMBED_KIND = "embed"


def waits_for(project: Project) -> dict[str, Any]:
    """Return what must happen before the first model, the most telling reason first."""
    target = learning_target(project)
    if target is None:
        return {"code": "off"}
    live = {job.kind: job for job in project.jobs.filter(state__in=LIVE_STATES).order_by("-pk")}
    if embedding := live.get(EMBED_KIND):
        return {
            "code": "reading",
            "params": {"done": embedding.done, "count": embedding.total or 0},
        }
    rows = TaskLabel.objects.filter(project=project, label=target.label.id)
    classes = list(rows.order_by().values_list("value", flat=True).distinct()[:2])
    if len(classes) == 1 and target.kind == "choice" and len(target.classes) > 1:
        return {"code": "second_class", "params": {"class": classes[0]}}
    if any(job.name == ROUND_JOB for job in live.values()):
        return {"code": "training"}
    last = QueryRound.objects.filter(project=project).order_by("-pk").first()
    wanted = project.settings.retrain_after
    fresh = new_labels(project, last.last_annotation if last else 0, most=wanted)
    return {"code": "labels", "params": {"count": max(1, wanted - fresh)}}
