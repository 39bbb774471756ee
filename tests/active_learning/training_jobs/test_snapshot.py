"""A snapshot's hash names its answers; its parts depend on nothing but task ids."""

from active_learning.training_jobs.snapshot import Row, Snapshot


def rows(count: int = 200, **changed: object) -> list[Row]:
    return [Row(i, "ab"[i % 2], 1.0, is_test=i % 10 == 0) for i in range(count)]


def test_the_hash_knows_answers_and_not_their_order() -> None:
    whole = Snapshot(tuple(rows()))
    assert Snapshot(tuple(reversed(rows()))).hash == whole.hash
    assert Snapshot.from_json(whole.as_json()).hash == whole.hash
    assert Snapshot(tuple(rows()[:-1])).hash != whole.hash
    other = [*rows()[:-1], Row(199, "a", 1.0, is_test=False)]
    assert Snapshot(tuple(other)).hash != whole.hash


def test_a_task_keeps_its_part_in_a_larger_slice() -> None:
    small, large = Snapshot(tuple(rows(200))), Snapshot(tuple(rows(400)))
    assert all(small.validates(i) == large.validates(i) for i in range(200))
    counts = small.counts()
    assert counts["train"] + counts["validation"] == 180
    assert counts["test"] == 20
    assert 12 <= counts["validation"] <= 45
    assert sum(counts["classes"].values()) == 180


def test_a_few_rows_are_all_trained_on() -> None:
    few = Snapshot(tuple(rows(20)))
    assert not any(few.validates(i) for i in range(20))
    assert few.counts()["validation"] == 0
