"""The outbound ledger: what left, what it cost, and whether the chain holds."""

from django.db.models import Sum

from federated.ledger import GENESIS, Broken, check_chain
from federated.models import SiteMembership
from federated.privacy.budget import NoisyTraining

__all__ = ["broken_line", "epsilon_spent", "last_digest", "noisy_trainings"]


def epsilon_spent(membership: SiteMembership) -> float:
    """Return the sum of what left; each line books what it added to those before it."""
    spent = membership.lines.aggregate(total=Sum("epsilon"))["total"]
    return float(spent or 0.0)


def noisy_trainings(membership: SiteMembership) -> list[NoisyTraining]:
    """Return how what left was trained, as far as it was noisy."""
    noisy = membership.lines.filter(noise_multiplier__isnull=False).order_by("number")
    return [
        NoisyTraining(line.noise_multiplier or 0.0, line.sampling_rate or 0.0, line.steps or 0)
        for line in noisy.only("noise_multiplier", "sampling_rate", "steps")
    ]


def last_digest(membership: SiteMembership) -> tuple[int, str]:
    """Return number and digest of the newest line."""
    newest = membership.lines.order_by("-number").values_list("number", "digest").first()
    return newest or (0, GENESIS)


def broken_line(membership: SiteMembership) -> Broken | None:
    """Return the first line that was changed or is missing, or None where the chain holds."""
    lines = membership.lines.order_by("number").iterator(chunk_size=2000)
    return check_chain((line.departure, line.digest) for line in lines)
