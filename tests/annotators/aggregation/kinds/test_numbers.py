"""Numbers: biases and noises are found, and taken out."""

import csv

import numpy as np
import pytest

from annotators.aggregation.kinds.numbers import fuse_numbers
from tests.shared_data import shared


def test_planted_bias_and_noise_are_recovered():
    rng = np.random.default_rng(1)
    truth = rng.normal(50, 20, 300)
    bias, noise = np.asarray([-10, 0, 0, 3, 8.0]), np.asarray([1, 2, 4, 8, 16.0])
    task, who = np.repeat(np.arange(300), 5), np.tile(np.arange(5), 300)
    number = truth[task] + bias[who] + rng.normal(0, 1, 1500) * noise[who]
    found = fuse_numbers(task, who, number, 300, 5)
    assert found.bias - found.bias.mean() == pytest.approx(bias - bias.mean(), abs=1.5)
    assert (np.diff(found.noise) > 0).all()
    counted = np.bincount(task, number) / 5
    errors = [np.abs(v - v.mean() - truth + truth.mean()).mean() for v in (found.value, counted)]
    assert errors[0] < 0.5 * errors[1]


def test_everybody_agreeing_is_no_division_by_zero():
    task, who = np.repeat(np.arange(4), 2), np.tile(np.arange(2), 4)
    found = fuse_numbers(task, who, np.full(8, 3.0), 4, 2)
    assert found.value == pytest.approx([3.0] * 4)
    assert np.isfinite(found.error).all()


def test_one_person_is_taken_at_their_word():
    found = fuse_numbers(np.arange(3), np.zeros(3, dtype=int), np.asarray([1.0, 5, 9]), 3, 1)
    assert found.value == pytest.approx([1, 5, 9], abs=0.5)


def test_it_is_nearer_the_truth_than_the_mean_on_real_emotion_scores():
    folder = shared("data/crowd_emotion_f201")
    answers = list(csv.reader((folder / "answer.csv").open()))[1:]
    truth = {row[0]: float(row[1]) for row in list(csv.reader((folder / "truth.csv").open()))[1:]}
    tasks = list(dict.fromkeys(row[0] for row in answers))
    people = list(dict.fromkeys(row[1] for row in answers))
    task = np.asarray([tasks.index(row[0]) for row in answers])
    who = np.asarray([people.index(row[1]) for row in answers])
    number = np.asarray([float(row[2]) for row in answers])
    found = fuse_numbers(task, who, number, len(tasks), len(people))
    right = np.asarray([truth[name] for name in tasks])
    counted = np.bincount(task, number) / np.bincount(task)
    assert np.abs(found.value - right).mean() <= np.abs(counted - right).mean()
