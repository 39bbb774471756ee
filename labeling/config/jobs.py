"""Background entry points of the composition root."""

from labeling.kernel.jobs import JobRun, job
from labeling.models import User


@job("config.load_demo", kind="demo")
def load_demo(run: JobRun, *, user_id: int) -> None:
    """Make the demo projects that are missing."""
    # Drawing pictures and sounds needs libraries that the web process, which loads this list,
    # does without.
    from labeling.config.demo.load import load_demo_in_turns  # noqa: PLC0415

    load_demo_in_turns(run, owner=User.objects.get(pk=user_id))
