"""Several processes train what one would have trained, and the death of one ends nothing."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest
from torch import distributed

from active_learning.learners.minimising import FitCancelled
from active_learning.training_jobs import agent
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.desk import Desk, Order
from active_learning.training_jobs.epochs import Course, Point, run_epochs
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.together import run_together
from tests.active_learning.training_jobs.made import clusters

RECIPE = Recipe(learner="network", units=16, epochs=60, batch=8, learning_rate=0.01, dropout=0.0,
                patience=0, processes=2)  # fmt: skip

SHORT = Recipe(**vars(RECIPE) | {"epochs": 12})


def trainers() -> list[psutil.Process]:
    """Return the processes that the agent started."""
    return [own for child in psutil.Process().children() for own in child.children()]


def test_a_process_that_is_killed_costs_epochs_and_not_the_training(tmp_path: Path) -> None:
    rows, seen, revived = clusters(), [], []

    def kill(point: Point) -> None:
        seen.append(point.epoch)
        if point.epoch == 20 and not revived:
            trainers()[1].kill()

    course = Course(
        tell=kill,
        checkpoints=Checkpoints(tmp_path / "kept", "it"),
        checkpoint_s=0.0,
        revived=revived.append,
    )
    found = run_together(rows, RECIPE, course, tmp_path / "desk")
    whole = run_epochs(rows, RECIPE)
    assert len(revived) == 1
    assert 0 < revived[0] < RECIPE.epochs
    assert found.resumed_at == revived[0]
    assert sorted(set(seen)) == list(range(1, RECIPE.epochs + 1))
    assert np.allclose(found.head.weights, whole.head.weights, atol=2e-3)
    assert found.best.validation_accuracy == pytest.approx(whole.best.validation_accuracy, abs=0.05)
    assert not trainers()
    assert not (tmp_path / "desk").exists()


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make this process the only one of an agent's."""
    store = distributed.TCPStore("127.0.0.1", 0, is_master=True)
    for name, value in (("RANK", 0), ("WORLD_SIZE", 1), ("TORCHELASTIC_RESTART_COUNT", 0),
                        ("TORCHELASTIC_USE_AGENT_STORE", True),
                        ("MASTER_ADDR", "127.0.0.1"), ("MASTER_PORT", store.port)):  # fmt: skip
        monkeypatch.setenv(name, str(value))
    monkeypatch.setattr(agent, "end_with_parent", lambda: None)
    yield
    del store


@pytest.mark.usefixtures("_alone")
def test_a_share_stops_when_asked_with_a_checkpoint_and_hands_back_what_it_ends_with(
    tmp_path: Path,
) -> None:
    with Desk(tmp_path / "desk") as desk:
        desk.put_order(clusters(), Order(SHORT, tmp_path / "kept", "it", checkpoint_s=1e9))
        kept = Checkpoints(tmp_path / "kept", "it")
        some: list[Point] = []
        stopping = Course(tell=some.append, should_stop=lambda: len(some) == 3, checkpoints=kept)
        with pytest.raises(FitCancelled):
            run_epochs(desk.material(), SHORT, stopping)
        desk.stop()
        agent.train_share(str(desk.folder))
        assert desk.outcome() is None
        assert list(desk.new_lines()) == [{"begun": 3, "restarts": 0}]
        (desk.folder / "stop").unlink()
        agent.train_share(str(desk.folder))
        points = [line["point"]["epoch"] for line in desk.new_lines() if "point" in line]
        assert points == list(range(4, SHORT.epochs + 1))
        found, whole = desk.outcome(), run_epochs(clusters(), SHORT)
    assert found is not None
    assert (found.resumed_at, found.ended) == (3, "epochs")
    assert np.allclose(found.head.weights, whole.head.weights, atol=2e-3)
