"""The ledger that a node's door writes to, in this site's database."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from federated.ledger import Departure, digest_of
from federated.models import MembershipState, OutboundLine, SiteMembership
from federated.node.leaving import ONCE, Held, Outgoing
from federated.privacy.budget import NoisyTraining, epsilon_of
from federated.selectors.ledger import epsilon_spent, last_digest, noisy_trainings
from federated.wire.asking import Ask

__all__ = ["MembershipBook"]


@dataclass(frozen=True)
class MembershipBook:
    """Implements `federated.node.leaving.Book` for one membership."""

    membership_id: int
    now: Callable[[], datetime] = timezone.now

    def admit(self, ask: Ask) -> None:
        """Let a question in unless the officer holds everything, or it was answered before."""
        membership = SiteMembership.objects.get(pk=self.membership_id)
        _require_open(membership)
        answered = membership.lines.filter(run=ask.run, kind=ask.kind, round__gte=ask.round)
        if ask.kind in ONCE and answered.exists():
            raise Held("replayed", "This site has answered that, or a later round, already.")

    def price(self, training: NoisyTraining) -> float:
        """Return what it adds to the noisy trainings so far, composed; so lines can be summed."""
        membership = SiteMembership.objects.get(pk=self.membership_id)
        before = noisy_trainings(membership)
        return max(0.0, epsilon_of([*before, training]) - epsilon_of(before))

    def may_leave(self, ask: Ask, *, epsilon: float) -> None:
        """Hold the message back while paused, or where it would overdraw the budget."""
        membership = SiteMembership.objects.get(pk=self.membership_id)
        _require_open(membership)
        budget = membership.epsilon_budget
        if budget is None or not epsilon:
            return
        left = budget - epsilon_spent(membership)
        if epsilon > left + 1e-9:
            raise Held("budget_spent", "The site's privacy budget does not allow this training.")

    @transaction.atomic
    def enter(self, outgoing: Outgoing) -> None:
        """Append a line; what is booked here may leave once this has returned."""
        # The row lock gives two writers two numbers.
        membership = SiteMembership.objects.select_for_update().get(pk=self.membership_id)
        number, previous = last_digest(membership)
        training = outgoing.training
        departure = Departure(
            number=number + 1,
            at=self.now().isoformat(timespec="milliseconds"),
            run=outgoing.ask.run,
            round=outgoing.ask.round,
            kind=outgoing.ask.kind,
            size_bytes=outgoing.size_bytes,
            content_sha256=outgoing.content_sha256,
            epsilon=outgoing.epsilon,
        )
        OutboundLine.objects.create(
            membership=membership,
            number=departure.number,
            at=departure.at,
            run=departure.run,
            round=departure.round,
            kind=departure.kind,
            size_bytes=departure.size_bytes,
            content_sha256=departure.content_sha256,
            epsilon=departure.epsilon,
            noise_multiplier=training.noise_multiplier if training else None,
            sampling_rate=training.sampling_rate if training else None,
            steps=training.steps if training else None,
            digest=digest_of(departure, previous),
        )


def _require_open(membership: SiteMembership) -> None:
    match membership.state:
        case MembershipState.PAUSED:
            raise Held("paused", "The site's data officer has paused the connection.")
        case MembershipState.CUT | MembershipState.LEFT:
            raise Held("cut", "The site's data officer has cut the connection.")
