"""`manage.py bench active_learning` on small sets."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tests.active_learning.replay.courses import blobs


def bench(*arguments: str, **options: object) -> str:
    out = io.StringIO()
    call_command(
        "bench", "active_learning", *arguments, stdout=out, stderr=io.StringIO(), **options
    )
    return out.getvalue()


def stored(tmp_path: Path, **arrays: np.ndarray) -> str:
    path = tmp_path / "set.npz"
    np.savez(path, **arrays)
    return str(path)


def test_arrays_are_replayed_and_the_table_names_every_strategy(tmp_path: Path) -> None:
    course = blobs()
    data = stored(tmp_path, X=course.pool, y=course.pool_labels,
                  X_test=course.test, y_test=course.test_labels)  # fmt: skip
    said = bench("--data", data, "--strategies", "random,auto", "--seeds", "2", "--budget", "60")
    assert "160 to choose from, 80 to measure on" in said
    assert [line.split()[0] for line in said.splitlines()[1:]] == ["random", "auto"]


def test_json_holds_curves_with_intervals(tmp_path: Path) -> None:
    data = stored(tmp_path, X=blobs().pool, y=blobs().pool_labels)
    said = bench(
        "--data", data, "--strategies", "margin", "--seeds", "2", "--budget", "50", "--json"
    )
    (outcome,) = json.loads(said)["outcomes"]
    assert outcome["strategy"] == "margin"
    assert {"labels", "accuracy", "low", "high"} <= set(outcome["curve"][0])


def test_spreading_is_an_option(tmp_path: Path) -> None:
    data = stored(tmp_path, X=blobs().pool, y=blobs().pool_labels)
    assert "auto" in bench("--data", data, "--strategies", "auto", "--seeds", "1", "--spread")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--data", "no/such/file.npz"), "no file"),
        (("--data", "digits", "--strategies", "oracle"), "oracle"),
        (("--data", "digits", "--seeds", "0"), "a seed at least"),
        (("--data", "digits", "--batch", "0"), "1 at least"),
    ],
)
def test_what_cannot_be_replayed_is_said(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        bench(*arguments)
