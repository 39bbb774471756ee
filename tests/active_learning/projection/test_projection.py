"""Maps of vectors: like things lie together, and nothing depends on luck."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from active_learning.projection.columns import read_columns, write_columns
from active_learning.projection.grouping import group, groups_wanted, nearest_group
from active_learning.projection.neighbours import lay_out
from active_learning.projection.placing import Placer
from active_learning.projection.principal import PrincipalAxes


def blobs(each: int = 60, kinds: int = 3) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((kinds, 16)) * 4
    kind = np.repeat(np.arange(kinds), each)
    return (centres[kind] + rng.standard_normal((len(kind), 16))).astype(np.float32), kind


def share_of_like_neighbours(positions: NDArray[np.float32], kind: NDArray[np.int64]) -> float:
    apart = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float((kind[apart.argmin(axis=1)] == kind).mean())


def test_principal_axes_find_the_direction_of_greatest_spread() -> None:
    rng = np.random.default_rng(1)
    rows = (rng.standard_normal((200, 1)) * [[3.0, 4.0]]).astype(np.float32)
    axes = PrincipalAxes.of(rows, most=1)
    assert np.abs(axes.axes[:, 0]) == pytest.approx([0.6, 0.8], abs=1e-4)
    assert axes.project(rows).shape == (200, 1)


def test_like_things_lie_together() -> None:
    rows, kind = blobs()
    positions = lay_out(rows, start=PrincipalAxes.of(rows).project(rows)[:, :2], seed=0)
    assert positions.shape == (180, 2)
    assert np.isfinite(positions).all()
    assert share_of_like_neighbours(positions, kind) > 0.95


def test_the_same_seed_draws_the_same_map() -> None:
    rows, _ = blobs(20)
    start = PrincipalAxes.of(rows).project(rows)[:, :2]
    assert lay_out(rows, start=start, seed=3) == pytest.approx(lay_out(rows, start=start, seed=3))


@pytest.mark.parametrize("count", [1, 2, 5, 30])
def test_few_things_and_equal_things_have_a_place_too(count: int) -> None:
    rows = np.ones((count, 4), np.float32)
    positions = lay_out(rows, start=np.zeros((count, 2), np.float32), seed=0)
    assert positions.shape == (count, 2)
    assert np.isfinite(positions).all()


def test_who_listens_hears_how_far_it_is_and_may_stop_it() -> None:
    rows, _ = blobs(20)
    heard: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        heard.append((done, total))
        if done >= 100:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        lay_out(rows, start=rows[:, :2], seed=0, tell=tell)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)
    assert heard[0][1] == 400


def test_what_is_placed_later_lies_beside_its_like() -> None:
    rows, kind = blobs()
    known = np.arange(len(rows)) % 3 > 0
    positions = lay_out(rows[known], start=rows[known][:, :2], seed=0)
    placer = Placer(rows[known], positions, np.random.default_rng(0))
    placed = placer.place(rows[~known])
    apart = np.linalg.norm(placed[:, None] - positions[None], axis=2)
    assert (kind[known][apart.argmin(axis=1)] == kind[~known]).mean() > 0.95


def test_among_many_landmarks_the_nearest_are_found_too() -> None:
    rows, kind = blobs(2000)
    positions = np.stack([kind * 10.0, np.zeros(len(kind))], axis=1).astype(np.float32)
    placed = Placer(rows, positions, np.random.default_rng(0)).place(rows[::50])
    assert (np.round(placed[:, 0] / 10) == kind[::50]).mean() > 0.99


def test_many_of_one_kind_are_not_stacked_on_one_spot() -> None:
    landmarks = np.eye(5, dtype=np.float32)
    positions = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]], np.float32)
    placer = Placer(landmarks, positions, np.random.default_rng(0))
    placed = placer.place(np.full((50, 5), 0.2, np.float32))
    assert len(np.unique(placed, axis=0)) == 50


def test_groups_part_what_is_apart() -> None:
    rows, kind = blobs(200)
    centres = group(rows, seed=0)
    found = nearest_group(rows, centres)
    for one in range(len(centres)):
        assert len(set(kind[found == one])) <= 1


def test_the_largest_group_comes_first() -> None:
    rows = np.repeat(np.eye(4, dtype=np.float32) * 9, [30, 200, 60, 110], axis=0)
    counts = np.bincount(nearest_group(rows, group(rows, seed=0)))
    assert counts.tolist() == sorted(counts.tolist(), reverse=True)


def test_a_group_is_large_enough_to_be_judged() -> None:
    assert [groups_wanted(n) for n in (3, 60, 500, 10_000, 1_000_000)] == [1, 2, 6, 18, 24]


def test_columns_come_back_as_they_were_written_and_begin_at_eight_bytes() -> None:
    columns: dict[str, NDArray[Any]] = {
        "id": np.array([1, 2**53 - 1, 3], np.float64),
        "state": np.array([0, 255, 7], np.uint8),
        "x": np.array([0.5, -1, 2], np.float32),
    }
    content = write_columns({"who": "Zoë"}, columns)
    head, found = read_columns(content)
    assert head == {"who": "Zoë"}
    assert {name: column.tolist() for name, column in found.items()} == {
        name: column.tolist() for name, column in columns.items()
    }
    assert len(content) % 8 == 0


def test_other_files_and_other_types_are_refused() -> None:
    with pytest.raises(ValueError, match="no file of columns"):
        read_columns(b"PK\x03\x04 not ours")
    with pytest.raises(ValueError, match="column id"):
        write_columns({}, {"id": np.array([1], np.int64)})
