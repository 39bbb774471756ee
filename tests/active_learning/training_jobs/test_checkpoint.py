"""A checkpoint is whole or not there."""

from pathlib import Path

import numpy as np
import pytest

from active_learning.training_jobs.checkpoint import STATE, Checkpoint, Checkpoints


def written(folder: Path) -> Checkpoints:
    kept = Checkpoints(folder, "it")
    kept.save(Checkpoint({"w": np.arange(6, dtype=np.float32)}, {"epoch": 3}))
    return kept


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    found = written(tmp_path).newest()
    assert found is not None
    assert found.facts == {"epoch": 3}
    assert found.tensors["w"].tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("damage", ["cut", "changed", "json", "escape"])
def test_a_damaged_one_is_none(tmp_path: Path, damage: str) -> None:
    kept = written(tmp_path)
    tensors = next(tmp_path.glob("tensors-*"))
    state = tmp_path / STATE
    match damage:
        case "cut":
            tensors.write_bytes(tensors.read_bytes()[:-3])
        case "changed":
            tensors.write_bytes(tensors.read_bytes()[:-1] + b"x")
        case "json":
            state.write_text("{")
        case "escape":
            state.write_text(state.read_text().replace("tensors-", "../tensors-"))
            tensors.unlink()
    assert kept.newest() is None


def test_a_write_that_fails_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = written(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        kept.save(Checkpoint({"w": np.zeros(6, np.float32)}, {"epoch": 4}))
    monkeypatch.undo()
    found = kept.newest()
    assert found is not None
    assert found.facts == {"epoch": 3}
    assert not list(tmp_path.glob("*.part"))
