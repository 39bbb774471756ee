"""A quarter of the bytes, and nothing lost for good."""

import numpy as np
import pytest

from federated.wire.eight_bit import BLOCK, EightBit, Packed
from federated.wire.feedback import ErrorFeedback


def made() -> EightBit:
    return EightBit(np.random.default_rng(2))


@pytest.mark.parametrize("size", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3_000])
def test_what_comes_back_is_within_a_step_of_its_block(size: int) -> None:
    values = (
        np.random.default_rng(size).normal(0, 1, size) * np.geomspace(1, 1e-4, max(size, 1))[:size]
    )
    packed = made().encode(values)
    back = EightBit.decode(packed)
    for start in range(0, size, BLOCK):
        block = slice(start, start + BLOCK)
        assert np.abs(back[block] - values[block]).max() <= np.abs(values[block]).max() / 126


def test_it_takes_about_a_quarter_of_float32() -> None:
    assert len(made().encode(np.ones(100_000))) < 0.26 * 4 * 100_000


def test_a_block_of_zeros_stays_zero() -> None:
    assert not EightBit.decode(made().encode(np.zeros(700))).any()


def test_with_error_feedback_the_sum_of_many_updates_arrives() -> None:
    coder, feedback = made(), ErrorFeedback()
    rng = np.random.default_rng(4)
    deltas = rng.normal(0, 1, (200, 300)) * np.where(np.arange(300) % BLOCK == 0, 100.0, 0.01)
    got = sum(EightBit.decode(feedback.send(row, coder.encode, coder.decode)) for row in deltas)
    step = np.abs(deltas).max() / 127
    assert np.abs(got - deltas.sum(axis=0)).max() < 2 * step


def test_a_model_of_another_size_begins_without_the_old_remainder() -> None:
    coder, feedback = made(), ErrorFeedback()
    feedback.send(np.ones(10) / 3, coder.encode, coder.decode)
    assert len(feedback.send(np.ones(20), coder.encode, coder.decode).steps) == 20


def test_nan_is_refused() -> None:
    with pytest.raises(ValueError, match="NaN or infinite"):
        made().encode(np.array([1.0, np.inf]))


def test_scales_that_do_not_fit_are_refused() -> None:
    packed = made().encode(np.ones(10))
    with pytest.raises(ValueError, match="do not fit"):
        EightBit.decode(Packed(packed.steps, b""))
