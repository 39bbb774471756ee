"""Background entry points."""

from django.utils import timezone

from annotators.services.facts.refresh import refresh_facts
from annotators.services.quality import refresh_quality
from annotators.services.settle_routing import settle_routing
from labeling.kernel.jobs import JobRun, job
from labeling.models import Project


@job("annotators.refresh_quality", kind="quality")
def refresh(run: JobRun, *, project_id: int) -> None:
    """Judge a project's annotations anew."""

    def tell(done: int, total: int) -> None:
        run.check_cancelled()
        run.progress(done, total)

    project = Project.objects.get(pk=project_id)
    refresh_quality(project=project, tell=tell)
    refresh_facts(project=project, tell=tell)
    settle_routing(project=project, now=timezone.now(), tell=tell)
