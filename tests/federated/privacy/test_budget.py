"""Epsilons as the libraries compute them, and a budget that ends."""

import pytest

from federated.privacy.budget import BudgetSpent, NoisyTraining, epsilon_of, noise_for

# 500 labels, batches of 32, 780 steps: measured with Opacus' own accountant.
RATE, STEPS = 32 / 500, 780


@pytest.mark.parametrize(("noise", "epsilon"), [(1.0, 15.3), (2.0, 5.15), (3.0, 3.11)])
def test_it_agrees_with_published_figures(noise: float, epsilon: float) -> None:
    assert epsilon_of([NoisyTraining(noise, RATE, STEPS)]) == pytest.approx(epsilon, rel=0.01)


def test_it_agrees_with_opacus() -> None:
    from opacus.accountants import RDPAccountant  # imports torch

    theirs = RDPAccountant()
    for _ in range(200):
        theirs.step(noise_multiplier=1.4, sample_rate=0.02)
    ours = epsilon_of([NoisyTraining(1.4, 0.02, 200)])
    assert ours == pytest.approx(theirs.get_epsilon(1e-6), rel=0.02)


def test_trainings_add_up() -> None:
    one = NoisyTraining(2.0, 0.05, 100)
    assert epsilon_of([one]) < epsilon_of([one, one]) < 2 * epsilon_of([one])
    assert epsilon_of([]) == 0.0


def test_the_noise_for_a_budget_keeps_it() -> None:
    noise = noise_for(epsilon=4.0, sampling_rate=RATE, steps=STEPS)
    assert noise == pytest.approx(2.44, abs=0.05)
    assert epsilon_of([NoisyTraining(noise, RATE, STEPS)]) <= 4.0


def test_what_was_spent_asks_for_more_noise_and_in_the_end_for_a_stop() -> None:
    before = NoisyTraining(3.0, RATE, STEPS)
    alone = noise_for(epsilon=4.0, sampling_rate=RATE, steps=STEPS)
    assert noise_for(epsilon=4.0, spent=[before], sampling_rate=RATE, steps=STEPS) > alone
    with pytest.raises(BudgetSpent):
        noise_for(epsilon=3.0, spent=[before], sampling_rate=RATE, steps=STEPS)
