"""A node: each question has a handler, and every answer leaves by the one door."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from federated.node.drift import Drift
from federated.node.leaving import Door, Held, NotBooked
from federated.node.recipe import Recipe
from federated.node.site import Lessons, Site
from federated.node.summing import SHARE_UNIT, Contribution, SummingNode
from federated.node.training import Trained, train_locally
from federated.privacy.budget import BudgetSpent, NoisyTraining
from federated.privacy.secure_sum import SecureSumError
from federated.wire.asking import Ask, Refusal
from federated.wire.content import BadContent, Content
from federated.wire.eight_bit import EightBit
from federated.wire.feedback import ErrorFeedback
from federated.wire.model import SharedHead
from federated.wire.reading import named_in, number_in

__all__ = ["Node"]

log = logging.getLogger(__name__)

_EXPECTED = (SecureSumError, BadContent, Held, BudgetSpent)
_MOST_LOSS = 100.0
Cost = NoisyTraining | float
"""How noisy training was, or what a noisy statistic adds to epsilon; 0 of what tells nothing."""
Handled = tuple[Content, Cost]


@dataclass
class Node:
    """One site, as the coordinator may speak to it.

    What noisy training costs is booked as it leaves; everything else is either inside a sum or
    about the protocol.
    """

    site: Site
    door: Door
    summing: SummingNode
    rng: np.random.Generator
    feedback: ErrorFeedback = field(default_factory=ErrorFeedback)
    drift: Drift = field(default_factory=Drift)

    def answer(self, ask: Ask) -> bytes:
        """Return the bytes that may travel.

        Raises
        ------
        NotBooked
            Nothing may: the ledger cannot be written. No question makes this raise otherwise.
        """
        handlers: dict[str, Callable[[Ask], Handled]] = {
            "about": self._about,
            "update": self._update,
            "sum.advertise": lambda ask: (self.summing.advertise(ask), 0.0),
            "sum.share": lambda ask: (self.summing.share(ask), 0.0),
            "sum.mask": self._masked_update,
            "sum.agree": lambda ask: (self.summing.agree(ask), 0.0),
            "sum.unmask": lambda ask: (self.summing.unmask(ask), 0.0),
            "adopt": self._adopt,
        }
        try:
            if ask.kind not in handlers:
                raise BadContent(f"this node does not know '{ask.kind}'")
            self.door.admit(ask)
            content, cost = handlers[ask.kind](ask)
            return self.door.leave(ask, content, cost=cost)
        except NotBooked:
            log.exception("round %s of run %s: the ledger cannot be written", ask.round, ask.run)
            raise
        except _EXPECTED as refused:
            code = getattr(refused, "code", type(refused).__name__)
            return self.door.refuse(ask, Refusal(str(code), str(refused)))
        except Exception:
            # Its text could quote data, so it stays in the site's own log.
            log.exception("round %s of run %s: '%s' failed", ask.round, ask.run, ask.kind)
            return self.door.refuse(ask, Refusal("failed", "The site's own log says why."))

    def _about(self, ask: Ask) -> Handled:
        """What the site is; the question says who else takes part."""
        self.site.meet(named_in(ask.content, "peers"))
        about, epsilon = self.site.about()
        return about.content(), epsilon

    def _update(self, ask: Ask) -> Handled:
        """An update in clear: eight bits a weight."""
        trained, weight, (seen, right) = self._learn(ask)
        packed = self.feedback.send(trained.delta, EightBit(self.rng).encode, EightBit.decode)
        content: Content = {
            "steps": packed.steps,
            "scales": packed.scales,
            "weight": weight,
            "holdout": seen,
            "right": right,
            "loss": _told_loss(trained),
        }
        return content, trained.cost or 0.0

    def _masked_update(self, ask: Ask) -> Handled:
        """An update that only shows in the sum of all; counts are inside it too."""
        trained, weight, (seen, right) = self._learn(ask)
        share = min(1.0, weight / number_in(ask.content, "most_weight"))
        loss = round(share * _told_loss(trained) * SHARE_UNIT)
        totals = np.array([round(share * SHARE_UNIT), seen, right, loss], np.uint64)
        content = self.summing.mask(ask, Contribution(share * trained.delta, totals))
        return content, trained.cost or 0.0

    def _learn(self, ask: Ask) -> tuple[Trained, float, tuple[int, int]]:
        """Take the model over where it is a round's, score it on the hold-out, train from it."""
        head, recipe = SharedHead.read(ask.content), Recipe.read(ask.content)
        if "adopt" in ask.content:
            self._take_over(head, ask, int(number_in(ask.content, "adopt")))
        lessons = self.site.lessons(head.classes)
        scored = _score(head, self.site.holdout(head.classes))
        pull = self.drift.pull(head.flat, recipe)
        trained = train_locally(head, lessons, recipe, self.rng, pull)
        self.drift.trained(ask, head.flat, trained.delta, pull, recipe)
        return trained, float(lessons.weights.sum()), scored

    def _adopt(self, ask: Ask) -> Handled:
        """The round's model, for the site's own queue."""
        self._take_over(SharedHead.read(ask.content), ask, ask.round)
        return {"adopted": True}, 0.0

    def _take_over(self, head: SharedHead, ask: Ask, number: int) -> None:
        if not 0 < number <= ask.round:
            raise BadContent(f"round {ask.round} cannot bring the model of round {number}")
        self.site.adopt(head, run=ask.run, number=number)
        self.drift.adopted(replace(ask, round=number), head.flat)


def _score(head: SharedHead, holdout: Lessons) -> tuple[int, int]:
    """Return how many hold-out tasks there are and how many the model gets right."""
    if not len(holdout):
        return 0, 0
    guessed: NDArray[np.intp] = head.predict_proba(holdout.features).argmax(axis=1)
    return len(holdout), int((guessed == holdout.targets.argmax(axis=1)).sum())


def _told_loss(trained: Trained) -> float:
    """Return the loss; none where training is noisy, for the noise does not cover it."""
    return 0.0 if trained.cost else min(trained.loss, _MOST_LOSS)
