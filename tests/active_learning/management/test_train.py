"""Training from the command line: the same job, told in the terminal."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from active_learning.models import ModelVersion, RunState, TrainingRun
from labeling.models import Job, JobState
from tests.active_learning.services.test_run_training import ordered, taught

pytestmark = pytest.mark.django_db


def trained(project_id: int, user: str, *options: str) -> str:
    out = StringIO()
    call_command("train", str(project_id), "--user", user, *options, stdout=out)
    return out.getvalue()


def test_a_training_goes_on_after_its_terminal_was_killed() -> None:
    project, access = taught()
    row = ordered(access)
    killed = Job.objects.create(
        name="active_learning.run_training", kind="training", project=project,
        state=JobState.RUNNING,
    )  # fmt: skip
    TrainingRun.objects.filter(pk=row.pk).update(state=RunState.RUNNING, job=killed)
    told = trained(project.pk, access.user.username, "--resume", str(row.pk))
    found = json.loads(next(line for line in told.splitlines() if line.startswith("{")))
    assert found["version"] == ModelVersion.objects.get(project=project).number
    killed.refresh_from_db()
    assert killed.state == JobState.FAILED


def test_a_bad_order_is_refused_in_words() -> None:
    project, access = taught()
    with pytest.raises(CommandError, match="learning_rate"):
        trained(project.pk, access.user.username, "--learning-rate", "7")
    with pytest.raises(CommandError, match="no labelled task"):
        trained(project.pk, access.user.username, "--filter", "id = 0")
