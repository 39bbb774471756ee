"""Dawid and Skene kept current vote by vote, in time that does not grow with the project."""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation.consensus import Aggregated
from annotators.aggregation.dawid_skene import dawid_skene, error_rates
from annotators.agreement.votes import Votes

__all__ = ["OnlineDawidSkene"]

Array = NDArray[np.float64]


class OnlineDawidSkene:
    """Holds the posterior of each task and the expected counts of each annotator.

    A new vote moves its task's posterior, and with it the counts of all who voted there; other
    tasks learn of it when they are next touched, or all together in `settle`, which ends where the
    batch algorithm ends.

    References
    ----------
    Cappé & Moulines (2009), "On-line expectation-maximization algorithm for latent data models",
    doi:10.1111/j.1467-9868.2009.00698.x.
    """

    def __init__(self, n_values: int, *, smoothing: float = 0.01, trust: float = 1.0) -> None:
        """Begin without votes; the priors are those of `dawid_skene`."""
        self.n_values = n_values
        self._trust = trust
        self._smoothing = smoothing
        self._prior = smoothing + trust * np.eye(n_values)
        self._votes: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self._posterior: dict[int, Array] = {}
        self._expected: dict[int, Array] = {}
        self._n_tasks = np.zeros(n_values)

    def add(self, task: int, annotator: int, value: int) -> Array:
        """Take a vote, or a changed one, and return the task's new posterior."""
        if not 0 <= value < self.n_values:
            raise ValueError(f"value {value} of {self.n_values}")
        self._forget(task)
        self._votes[task][annotator] = value
        self._expected.setdefault(annotator, np.zeros((self.n_values, self.n_values)))
        return self._learn(task)

    def withdraw(self, task: int, annotator: int) -> Array | None:
        """Take a vote back; return the new posterior, or None where nobody is left."""
        if annotator not in self._votes[task]:
            raise KeyError(f"annotator {annotator} has no vote on task {task}")
        self._forget(task)
        del self._votes[task][annotator]
        return self._learn(task) if self._votes[task] else None

    def posterior(self, task: int) -> Array:
        """Return what is believed of a task that has votes."""
        return self._posterior[task]

    def settle(self, *, tolerance: float = 1e-5) -> Aggregated:
        """Run the batch algorithm from here on, and go on from where it ends."""
        rows = [(t, w, v) for t, given in self._votes.items() for w, v in given.items()]
        votes = Votes.from_rows(rows, range(self.n_values))
        start = np.asarray([self._posterior[task] for task in self._votes if self._votes[task]])
        found = dawid_skene(
            votes,
            smoothing=self._smoothing,
            trust=self._trust,
            tolerance=tolerance,
            start=start,
        )
        for task in self._posterior:
            self._forget(task)
        for index, row in enumerate(votes.tasks):
            self._remember(int(str(row)), found.posterior[index])
        return found

    def _learn(self, task: int) -> Array:
        joint = np.log(self._n_tasks + self._trust)
        for who, value in self._votes[task].items():
            rates = error_rates(self._expected[who].T, self._prior)[0]
            joint = joint + np.log(rates[:, value])
        posterior: Array = np.exp(joint - joint.max())
        self._remember(task, posterior / posterior.sum())
        return self._posterior[task]

    def _remember(self, task: int, posterior: Array) -> None:
        self._posterior[task] = posterior
        self._n_tasks += posterior
        for who, value in self._votes[task].items():
            self._expected[who][:, value] += posterior

    def _forget(self, task: int) -> None:
        """Take a task's share out of the counts."""
        posterior = self._posterior.get(task)
        if posterior is None or not self._votes[task]:
            return
        self._n_tasks -= posterior
        for who, value in self._votes[task].items():
            self._expected[who][:, value] -= posterior
