"""Background entry points of the composition root."""

from typing import Any

from labeling.kernel.jobs import JobRun, job
from labeling.models import Project, User


@job("config.load_demo", kind="demo")
def load_demo(run: JobRun, *, user_id: int) -> None:
    """Make the demo projects that are missing."""
    # Drawing pictures and sounds needs libraries that the web process, which loads this list,
    # does without.
    from labeling.config.demo.load import load_demo_in_turns  # noqa: PLC0415

    load_demo_in_turns(run, owner=User.objects.get(pk=user_id))


@job("config.play_past", kind="demo", queue="learning")
def play_past(run: JobRun, *, project_id: int, past: dict[str, Any]) -> None:
    """Let simulated people label a demo project, and let it learn from them."""
    # As above, and rounds need torch, which is the learning worker's affair.
    import numpy as np  # noqa: PLC0415

    from labeling.config.demo.desk import topics_of  # noqa: PLC0415
    from labeling.config.demo.load import SEED  # noqa: PLC0415
    from labeling.config.demo.past import play_past  # noqa: PLC0415

    project = Project.objects.get(pk=project_id)
    topics = topics_of(project.tasks.count(), np.random.default_rng(SEED))
    play_past(run, project=project, topics=topics, **past)
