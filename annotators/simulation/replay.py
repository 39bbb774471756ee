"""A crowd asks for work, a policy hands it out, and every vote moves what is believed.

Recorded votes are given as they were, so nobody can be asked what they never answered; of a
made-up crowd everybody may be asked everything. The rules are the product's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotators.aggregation import anchored
from annotators.agreement.votes import Votes
from annotators.assignment.policies import POLICIES, Asker, Queue, drawn_luck, ranked
from annotators.assignment.stopping import Limits, decide, turn_again
from annotators.assignment.tempering import evidence_temper

__all__ = ["Course", "Outcome", "Rules", "chosen", "replay"]

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
WINDOW = 20
SHRINK = 3.0
NOVICE = 0.7
SETTLES = 40
"""How often abilities are worked out anew while all votes are given once."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """What people would say, if asked.

    Attributes
    ----------
    votes : Votes
        All that can be asked for.
    truth : ndarray of int, shape (n_tasks,)
        -1 where it is not known.
    doubt : ndarray, shape (n_tasks,), optional
        A model's uncertainty about each task.
    model : ndarray, shape (n_tasks, n_values), optional
        What a model says that counts as an opinion.
    is_gold : ndarray of bool, shape (n_tasks,), optional
        Tasks whose truth is known beforehand, by which people's errors are seen to be common.
    """

    votes: Votes
    truth: Indices
    doubt: Array | None = None
    model: Array | None = None
    is_gold: NDArray[np.bool_] | None = None


ONE_OR_MORE = Limits(1, 1000, 0.95)


@dataclass(frozen=True, slots=True)
class Rules:
    """A policy by name, and when to stop."""

    policy: str = "value"
    limits: Limits = ONE_OR_MORE
    budget: int | None = None
    window: int = WINDOW


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """Which votes were asked for, in their order, and what was believed at the end."""

    asked: Indices
    posterior: Array
    decided: dict[str, int]

    @property
    def share(self) -> float:
        """Of the posterior's sure tasks among all."""
        return self.decided["sure"] / max(1, sum(self.decided.values()))


class _State:
    """What the product would have written down."""

    def __init__(self, course: Course, rules: Rules) -> None:
        votes = course.votes
        self.course, self.rules = course, rules
        self.n_values = len(votes.values)
        n_tasks, n_who = len(votes.tasks), len(votes.annotators)
        self.prior = np.full((n_tasks, self.n_values), 1 / self.n_values)
        if course.model is not None:
            self.prior = course.model.clip(1e-3, 1)
        self.joint = np.log(self.prior)
        self.n_votes = np.zeros(n_tasks, dtype=np.int64)
        self.is_open = np.ones(n_tasks, dtype=bool)
        self.right, self.answered = np.zeros(n_who), np.zeros(n_who)
        self.by_class = np.full((n_who, self.n_values), NOVICE)
        self.crowd = np.full(self.n_values, NOVICE)
        self.asked: list[int] = []
        self.temper = 1.0
        nowhere = np.zeros(n_tasks, dtype=bool)
        self.is_gold = nowhere if course.is_gold is None else course.is_gold
        # Fresh tasks stand where a learner puts them; without one, all are wanted alike.
        doubt = course.doubt if course.doubt is not None else np.ones(n_tasks)
        self.priority = doubt.astype(np.float64).copy()

    def posterior(self, at: Indices) -> Array:
        joint = self.joint[at]
        found = np.exp(joint - joint.max(1, keepdims=True))
        posterior: Array = found / found.sum(1, keepdims=True)
        return posterior

    def take(self, vote: int) -> None:
        """Let a vote move its task, and decide whether to ask on."""
        votes = self.course.votes
        task, who, value = votes.task[vote], votes.annotator[vote], votes.value[vote]
        self.asked.append(vote)
        self.n_votes[task] += 1
        self.joint[task] += self.temper * self._said(who, value)
        confidence = float(self.posterior(np.asarray([task])).max())
        n_votes = int(self.n_votes[task])
        self.is_open[task] = decide(confidence, n_votes, self.rules.limits) == "asking"
        self.priority[task] = turn_again(confidence, n_votes)

    def _said(self, who: int, value: int) -> Array:
        accuracy = self.by_class[who]
        rates = (1 - accuracy) / max(self.n_values - 1, 1)
        rates[value] = accuracy[value]
        found: Array = np.log(rates)
        return found

    def settle(self) -> None:
        """Work out everybody's ability from all votes, and every belief from these."""
        votes = self.course.votes
        at = np.asarray(self.asked, dtype=np.int64)
        told = np.zeros((len(votes.tasks), self.n_values))
        told[np.unique(votes.task[at])] = anchored(chosen(votes, at)).posterior
        known = np.flatnonzero(self.is_gold)
        told[known] = np.eye(self.n_values)[self.course.truth[known]]
        some = Votes(
            votes.task[at], votes.annotator[at], votes.value[at],
            votes.tasks, votes.annotators, votes.values,
        )  # fmt: skip
        # Who is alone on a task is not judged by it.
        met = (self.n_votes[some.task] > 1) | self.is_gold[some.task]
        who, value, task = some.annotator[met], some.value[met], some.task[met]
        others = _without_own(told[task], value, self.by_class[who])
        others[self.is_gold[task]] = told[task][self.is_gold[task]]
        n_who, n_values = len(votes.annotators), self.n_values
        answered = np.zeros((n_who, n_values))
        right = np.zeros((n_who, n_values))
        np.add.at(answered, who, others)
        np.add.at(right, (who, value), others[np.arange(len(value)), value])
        self.right, self.answered = right.sum(1), answered.sum(1)
        crowd = (self.right.sum() + SHRINK * NOVICE) / (self.answered.sum() + SHRINK)
        whole = (self.right + SHRINK * crowd) / (self.answered + SHRINK)
        self.by_class = ((right + SHRINK * whole[:, None]) / (answered + SHRINK)).clip(0.02, 0.99)
        self.crowd = ((right.sum(0) + SHRINK * crowd) / (answered.sum(0) + SHRINK)).clip(0.02, 0.99)
        self._believe_anew(some)

    def _believe_anew(self, some: Votes) -> None:
        """Beliefs follow abilities; a task that was left in good faith stays so."""
        accuracy = self.by_class[some.annotator]
        rates = (1 - accuracy) / max(self.n_values - 1, 1)
        rows = np.arange(len(some.value))
        rates[rows, some.value] = accuracy[rows, some.value]
        shares = self._shares()
        evidence = np.zeros_like(self.joint)
        np.add.at(evidence, some.task, np.log(rates))
        known = np.flatnonzero(self.is_gold & (self.n_votes > 0))
        self.temper = evidence_temper(evidence[known], shares, self.course.truth[known])
        self.joint = np.log(self.prior) + np.log(shares) + self.temper * evidence
        touched = np.flatnonzero(self.n_votes)
        confidence = self.posterior(touched).max(1)
        for task, sure in zip(touched, confidence, strict=True):
            decision = decide(float(sure), int(self.n_votes[task]), self.rules.limits)
            self.is_open[task] = decision == "asking"
            self.priority[task] = turn_again(float(sure), int(self.n_votes[task]))

    def _shares(self) -> Array:
        touched = np.flatnonzero(self.n_votes)
        found = self.posterior(touched).sum(0) + 1.0
        shares: Array = found / found.sum()
        return shares


def chosen(votes: Votes, at: Indices) -> Votes:
    """Return some of the votes; its tasks are the places of those that have any."""
    tasks, index = np.unique(votes.task[at], return_inverse=True)
    columns = (index, votes.annotator[at], votes.value[at])
    return Votes(*columns, tasks.tolist(), votes.annotators, votes.values)


def _without_own(told: Array, value: Indices, accuracy: Array) -> Array:
    """Take each voter's own vote out of the posterior it is judged by."""
    n_values = told.shape[1]
    rates = (1 - accuracy) / max(n_values - 1, 1)
    rows = np.arange(len(value))
    rates[rows, value] = accuracy[rows, value]
    others = told.clip(1e-6, 1) / rates
    shared: Array = others / others.sum(1, keepdims=True)
    return shared


def replay(course: Course, rules: Rules, rng: np.random.Generator) -> Outcome:
    """Hand out work until nobody may be asked anything more, or the budget is spent."""
    votes = course.votes
    state = _State(course, rules)
    place = rng.permutation(len(votes.tasks))
    own = _by_person(votes, place)
    left = [np.ones(len(mine), dtype=bool) for mine in own]
    policy = POLICIES[rules.policy]
    every = max(20, len(votes.task) // SETTLES)
    budget = rules.budget or len(votes.task)
    for who in _arrivals(votes, rng):
        mine = own[who]
        free = np.flatnonzero(left[who] & state.is_open[votes.task[mine]])
        if not len(free):
            continue
        free = free[np.argsort(-state.priority[votes.task[mine[free]]], kind="stable")]
        free = free[: rules.window]
        tasks = votes.task[mine[free]]
        best = free[ranked(policy, _queue(state, who, tasks), _asker(state, who, rng))[0]]
        left[who][best] = False
        state.take(int(mine[best]))
        if len(state.asked) % every == 0:
            state.settle()
        if len(state.asked) >= budget:
            break
    state.settle()
    return Outcome(
        np.asarray(state.asked), state.posterior(np.arange(len(votes.tasks))), _decided(state)
    )


def _by_person(votes: Votes, place: Indices) -> list[Indices]:
    order = np.lexsort((place[votes.task], votes.annotator))
    cuts = np.searchsorted(votes.annotator[order], np.arange(1, len(votes.annotators)))
    return list(np.split(order, cuts))


def _arrivals(votes: Votes, rng: np.random.Generator) -> Sequence[int]:
    """Who asks for work when: as often as they did, twice over, in an order of chance."""
    return [int(who) for _ in range(3) for who in rng.permutation(votes.annotator)]


def _queue(state: _State, who: int, tasks: Indices) -> Queue:
    posterior = state.posterior(tasks)
    doubt = state.course.doubt
    return Queue(
        priority=state.priority[tasks],
        n_votes=state.n_votes[tasks],
        doubt=np.full(len(tasks), 0.5) if doubt is None else doubt[tasks],
        posterior=posterior,
        accuracy=posterior @ state.by_class[who],
        crowd=posterior @ state.crowd,
    )


def _asker(state: _State, who: int, rng: np.random.Generator) -> Asker:
    right, answered = float(state.right[who]), float(state.answered[who])
    return Asker(luck=drawn_luck(right, answered, float(state.crowd.mean()), rng.beta))


def _decided(state: _State) -> dict[str, int]:
    confidence = state.posterior(np.arange(len(state.n_votes))).max(1)
    found = {"sure": 0, "asking": 0, "escalated": 0}
    for sure, n_votes in zip(confidence, state.n_votes, strict=True):
        found[decide(float(sure), int(n_votes), state.rules.limits)] += 1
    return found
