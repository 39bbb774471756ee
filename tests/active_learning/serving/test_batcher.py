"""The micro-batcher in fake time: batches, errors, cancelling, refusing."""

import asyncio
from collections.abc import Sequence

import pytest

from active_learning.serving.adaptive import AdaptivePolicy
from active_learning.serving.batcher import MicroBatcher, TooLate, Waiting
from active_learning.serving.policy import Batching, BatchPolicy, QueueFull
from tests.active_learning.serving.fake_time import run


class Worker:
    """Doubles numbers, slowly, and remembers the batches and when they came."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.batches: list[list[int]] = []
        self.times: list[float] = []

    async def __call__(self, batch: Sequence[Waiting[int]]) -> list[int | Exception]:
        self.batches.append([w.item for w in batch])
        self.times.append(asyncio.get_running_loop().time())
        await asyncio.sleep(self.seconds)
        if any(w.item == 666 for w in batch):
            raise RuntimeError("the whole batch burnt")
        return [ValueError(f"{w.item} is odd") if w.item % 2 else w.item * 2 for w in batch]


async def with_batcher(worker: Worker, policy: Batching, scene, lanes: int = 1) -> None:
    batcher: MicroBatcher[int, int] = MicroBatcher(worker, policy, lanes=lanes)
    batcher.start()
    await scene(batcher)
    await batcher.stop()


def test_items_that_come_together_leave_together_after_the_wait() -> None:
    worker = Worker()

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        assert await asyncio.gather(batcher.submit(2), batcher.submit(4)) == [4, 8]

    run(with_batcher(worker, BatchPolicy(max_wait_ms=5), scene))
    assert worker.batches == [[2, 4]]
    assert worker.times == [pytest.approx(0.005)]


def test_a_full_batch_does_not_wait() -> None:
    worker = Worker()

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        await asyncio.gather(*(batcher.submit(2 * i) for i in range(3)))

    run(with_batcher(worker, BatchPolicy(max_batch_size=3, max_wait_ms=1000), scene))
    assert worker.times == [0.0]


def test_an_item_that_waited_elsewhere_leaves_at_once() -> None:
    worker = Worker()

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        assert await batcher.submit(2, waited_s=0.5) == 4

    run(with_batcher(worker, BatchPolicy(max_wait_ms=5), scene))
    assert worker.times == [0.0]


def test_each_lane_works_on_a_batch_of_its_own() -> None:
    worker = Worker(1.0)

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        answers = await asyncio.gather(*(batcher.submit(2 * i) for i in range(5)))
        assert answers == [0, 4, 8, 12, 16]

    run(with_batcher(worker, BatchPolicy(max_batch_size=1), scene, lanes=2))
    assert [batch[0] for batch in worker.batches] == [0, 2, 4, 6, 8]
    assert worker.times == pytest.approx([0, 0, 1, 1, 2])


def test_a_late_item_does_not_prolong_the_first_ones_wait() -> None:
    worker = Worker()

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        first = asyncio.create_task(batcher.submit(2))
        await asyncio.sleep(0.004)
        await asyncio.gather(first, batcher.submit(4))

    run(with_batcher(worker, BatchPolicy(max_wait_ms=5), scene))
    assert worker.batches == [[2, 4]]
    assert worker.times == [pytest.approx(0.005)]


def test_what_comes_while_a_batch_is_computed_makes_the_next_one() -> None:
    worker = Worker(seconds=0.1)

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        first = asyncio.create_task(batcher.submit(2))
        await asyncio.sleep(0.05)
        await asyncio.gather(first, *(batcher.submit(2 * i) for i in range(2, 5)))

    run(with_batcher(worker, BatchPolicy(max_wait_ms=1), scene))
    assert worker.batches == [[2], [4, 6, 8]]
    # The second batch had waited long enough and left as soon as the first was done.
    assert worker.times[1] == pytest.approx(0.101)


def test_an_error_reaches_only_its_own_caller() -> None:
    async def scene(batcher: MicroBatcher[int, int]) -> None:
        found = await asyncio.gather(
            *(batcher.submit(i) for i in (2, 3, 4)), return_exceptions=True
        )
        assert found[0] == 4
        assert isinstance(found[1], ValueError)
        assert found[2] == 8

    run(with_batcher(Worker(), BatchPolicy(), scene))


def test_a_poisoned_item_fails_alone_and_work_goes_on() -> None:
    worker = Worker()

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        found = await asyncio.gather(
            *(batcher.submit(i) for i in (2, 666, 4)), return_exceptions=True
        )
        assert (found[0], found[2]) == (4, 8)
        assert isinstance(found[1], RuntimeError)
        assert await batcher.submit(4) == 8

    run(with_batcher(worker, BatchPolicy(), scene))
    assert worker.batches == [[2, 666, 4], [2], [666], [4], [4]]


def test_what_waited_past_its_deadline_is_told_so_and_not_computed() -> None:
    worker = Worker(seconds=0.1)

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        busy = asyncio.create_task(batcher.submit(2))
        await asyncio.sleep(0.01)
        late = asyncio.create_task(batcher.submit(4, deadline_s=0.05))
        patient = asyncio.create_task(batcher.submit(6, deadline_s=5))
        found = await asyncio.gather(busy, late, patient, return_exceptions=True)
        assert (found[0], found[2]) == (4, 12)
        assert isinstance(found[1], TooLate)

    run(with_batcher(worker, BatchPolicy(max_wait_ms=1), scene))
    assert worker.batches == [[2], [6]]


def test_the_policy_says_how_many_leave_and_learns_what_they_cost() -> None:
    worker = Worker(seconds=0.02)
    policy = AdaptivePolicy(target_ms=100, largest=2, max_wait_ms=0)

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        await asyncio.gather(*(batcher.submit(2 * i) for i in range(4)))

    run(with_batcher(worker, policy, scene))
    assert [len(batch) for batch in worker.batches] == [2, 2]
    assert policy.cost.each_s == pytest.approx(0.01)


def test_a_caller_that_gives_up_is_not_worked_for() -> None:
    worker = Worker(seconds=0.1)

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        busy = asyncio.create_task(batcher.submit(2))
        await asyncio.sleep(0.05)
        gone, stays = asyncio.create_task(batcher.submit(4)), asyncio.create_task(batcher.submit(6))
        await asyncio.sleep(0)
        gone.cancel()
        assert await stays == 12
        assert await busy == 4

    run(with_batcher(worker, BatchPolicy(max_wait_ms=1), scene))
    assert worker.batches == [[2], [6]]


def test_giving_up_during_the_computation_harms_nobody() -> None:
    async def scene(batcher: MicroBatcher[int, int]) -> None:
        gone, stays = asyncio.create_task(batcher.submit(4)), asyncio.create_task(batcher.submit(6))
        await asyncio.sleep(0.05)
        gone.cancel()
        assert await stays == 12

    run(with_batcher(Worker(seconds=0.1), BatchPolicy(max_wait_ms=1), scene))


def test_beyond_the_queue_callers_are_refused_at_once() -> None:
    async def scene(batcher: MicroBatcher[int, int]) -> None:
        found = await asyncio.gather(*(batcher.submit(2) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(error, QueueFull) for error in found) == 2

    run(with_batcher(Worker(), BatchPolicy(max_queue=3), scene))


def test_stopping_cancels_who_still_waits() -> None:
    async def main() -> None:
        batcher: MicroBatcher[int, int] = MicroBatcher(Worker(), BatchPolicy(max_wait_ms=1000))
        batcher.start()
        waiting = asyncio.create_task(batcher.submit(2))
        await asyncio.sleep(0.001)
        await batcher.stop()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    run(main())


def test_a_caller_with_a_deadline_of_its_own_waits_until_then_and_no_longer() -> None:
    worker, policy = Worker(), AdaptivePolicy(longest_s=2)

    async def scene(batcher: MicroBatcher[int, int]) -> None:
        with pytest.raises(QueueFull):
            await batcher.submit(2, waited_s=3)
        assert await batcher.submit(4, waited_s=3, deadline_s=5) == 8
        with pytest.raises(TooLate):
            await batcher.submit(6, waited_s=6, deadline_s=5)

    run(with_batcher(worker, policy, scene))
    assert worker.batches == [[4]]
