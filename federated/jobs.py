"""Background entry points, in the learning lane."""

from federated.models import SiteMembership
from federated.services.preview import PREVIEW_JOB
from labeling.kernel.jobs import JobRun, job


@job(PREVIEW_JOB, kind="preview", queue="learning")
def preview_departures(run: JobRun, *, membership_id: int) -> None:
    """Make up what a round would send, and tell; nothing is sent."""
    # Training is the worker's affair; the web process knows this job by name.
    from federated.services.make_preview import make_preview  # noqa: PLC0415

    membership = SiteMembership.objects.get(pk=membership_id)
    run.report(make_preview(membership=membership))
